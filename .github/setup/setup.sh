#!/bin/sh
# Install what is missing to build the page (web) or to build and test everything (test).
#
#   setup.sh web|test
#
# Debian 12 and 13, Ubuntu 24.04; as root, or with sudo that asks no password. Elsewhere it says in
# one line what to install and exits with 3. Run twice, the second does nothing and is quick.
set -eu
goal=${1:-test}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
say() { printf 'setup: %s\n' "$*" >&2; }
give_up() { say "$*"; exit 3; }

packages="ca-certificates cmake ninja-build emscripten rapidjson-dev xz-utils zlib1g-dev
  python3 python3-fonttools fonts-inter fonts-dejavu-core fonts-droid-fallback"
[ "$goal" = web ] || packages="$packages git g++ clang libclang-rt-dev clang-format clang-tidy
  libgtest-dev libbenchmark-dev libglfw3-dev libgl-dev libgl1 libgl1-mesa-dri xvfb xauth xdotool"
command -v node >/dev/null 2>&1 || packages="$packages nodejs"
# Beside a node from another repository, Debian's npm cannot be installed; such a node brings its own.
command -v npm >/dev/null 2>&1 || packages="$packages npm"

distribution=$(. /etc/os-release 2>/dev/null && echo "${ID:-}" || true)
browser() { # a browser that runs: Ubuntu's chromium is a stub that wants snap
    for b in "${CHROME:-}" google-chrome google-chrome-stable chromium chromium-browser; do
        [ -n "$b" ] && command -v "$b" >/dev/null 2>&1 && "$b" --version >/dev/null 2>&1 && return 0
    done
    return 1
}
if [ "$goal" = test ] && [ "$distribution" = debian ] && ! browser; then
    packages="$packages chromium"
fi
# Firefox too: Ubuntu's is a stub that wants snap, and its tests are skipped there.
[ "$goal" = test ] && [ "$distribution" = debian ] && packages="$packages firefox-esr libegl1 libgles2 libpci3"

if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
    missing=
    for p in $packages; do
        case $(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null) in
            installed) ;;
            *) missing="$missing $p" ;;
        esac
    done
    if [ -n "$missing" ]; then
        if [ "$(id -u)" = 0 ]; then as_root=
        elif sudo -n true 2>/dev/null; then as_root=sudo
        else give_up "missing packages; run: apt-get update && apt-get install -y --no-install-recommends$missing"
        fi
        say "installing$missing"
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update >/dev/null ||
            say "apt-get update had errors; trying with what it has"
        # shellcheck disable=SC2086
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y \
            --no-install-recommends $missing >/dev/null ||
            give_up "apt-get could not install:$missing"
    fi
else
    lack=
    for tool in cmake ninja emcc node npm python3; do
        command -v "$tool" >/dev/null 2>&1 || lack="$lack $tool"
    done
    [ -z "$lack" ] || give_up "no apt here; install these yourself:$lack"
fi

"$root/.github/setup/get_imgui.sh" >/dev/null
# clang-tidy takes the nearest file of settings: other people's code gets one that asks next to nothing.
echo "Checks: '-*,misc-static-assert'" >"$root/.deps/.clang-tidy"

# Script tools (minifier, browser driver), by the hashes of package-lock.json.
cd "$root"
stamp=node_modules/.vramscope-lock
tried=.deps/npm-failed # so that a machine which cannot reach the registry serves quickly all the same
if ! cmp -s package-lock.json "$stamp" && { [ "$goal" = test ] || ! cmp -s package-lock.json "$tried"; }; then
    # Node brings its own certificates; let it trust this machine's too.
    bundle=/etc/ssl/certs/ca-certificates.crt
    [ -n "${NODE_EXTRA_CA_CERTS:-}" ] || [ ! -r $bundle ] || export NODE_EXTRA_CA_CERTS=$bundle
    say "npm ci"
    if npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 >&2; then
        cp package-lock.json "$stamp"
        rm -f "$tried"
    else
        cp package-lock.json "$tried"
        say "npm ci failed: scripts will not be minified, and the browser tests will fail"
    fi
fi

if [ "$goal" = test ] && ! browser; then
    # Ubuntu: playwright's own Chromium, into the user's cache.
    say "installing a Chromium for the browser tests"
    npx playwright-core install chromium >&2 ||
        say "no browser: install Google Chrome or Chromium, or set CHROME to one"
fi
