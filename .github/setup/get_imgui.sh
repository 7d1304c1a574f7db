#!/bin/sh
# Obtain the Dear ImGui sources, pinned by hash, into an ignored folder.
#
#   get_imgui.sh [DEST]      default: .deps/imgui of this checkout
#
# First choice: Debian's source archive, at the mirror this machine's own apt configuration already
# names; nothing in /etc/apt or /var/lib/apt is changed and no root is needed. Elsewhere: upstream's
# release by URL. Both must yield the very same source files (tree_sha256). Prints the folder.
set -eu
umask 022

version=1.92.2b
debian=1.92.2b+ds-1
orig_sha256=e7bd201d56b5ee90d24d5dac85e5c12f98bdb95410252a62d27b7f89e4566d48 # Debian's .orig.tar.xz
tree_sha256=fe7fb9f24486b4004ba8270cdfd094aa6cb2379edbf5b3ef0017e67ee39c054e # sum of the sums of the files we use
upstream=https://github.com/ocornut/imgui/archive/refs/tags/v$version.tar.gz
suites='forky sid'

here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
dest=${1:-$here/.deps/imgui}
say() { printf 'get_imgui: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

tree_sum() { # folder
    (cd "$1" && LC_ALL=C && export LC_ALL &&
        sha256sum im*.h im*.cpp backends/imgui_impl_glfw.* backends/imgui_impl_opengl3* \
            misc/cpp/imgui_stdlib.* | sha256sum | cut -d' ' -f1) 2>/dev/null
}

if [ -f "$dest/imgui.h" ] && [ "$(tree_sum "$dest")" = "$tree_sha256" ]; then
    (CDPATH='' cd -- "$dest" && pwd)
    exit 0
fi
[ ! -e "$dest" ] || [ -z "$(ls -A -- "$dest" 2>/dev/null)" ] ||
    die "$dest exists but is not Dear ImGui $version: remove it"
work=$(mktemp -d "${TMPDIR:-/tmp}/imgui.XXXXXX")
parent=$(dirname -- "$dest")
mkdir -p "$parent"
tmp=$(mktemp -d "$parent/.imgui.XXXXXX")
trap 'rm -rf "$work" "$tmp"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

from_debian() {
    for tool in apt-get tar xz awk; do
        command -v "$tool" >/dev/null 2>&1 || return 1
    done
    key=
    for k in /usr/share/keyrings/debian-archive-keyring.gpg \
        /usr/share/keyrings/debian-archive-keyring.pgp; do
        [ -r "$k" ] && { key=$k; break; }
    done
    [ -n "$key" ] || return 1
    # The mirrors of Debian's own main archive, by Origin and Label: never security, never others.
    # shellcheck disable=SC2016
    uris=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(REPO_URI)' 2>/dev/null |
        awk -F'|' '$1=="Debian" && $2=="Debian" && $3=="main" && !seen[$4]++ {print $4}')
    if [ -z "$uris" ]; then # no package lists yet: ask what update would read
        uris=$(apt-get update --print-uris 2>/dev/null |
            sed -n "s,^'\(.*/debian\)/*dists/[^/']*/InRelease'.*,\1,p" | sort -u)
    fi
    [ -n "$uris" ] || return 1

    mkdir -p "$work/lists/partial" "$work/archives/partial" "$work/parts" "$work/src"
    : >"$work/status"
    for suite in $suites; do
        for u in $uris; do
            printf 'deb-src [signed-by=%s] %s %s main\n' "$key" "$u" "$suite"
        done >"$work/sources.list"
        say "looking for $debian in Debian $suite"
        # Error-Mode=any: a failed download is an error here, not a warning.
        private_apt update -o APT::Update::Error-Mode=any >>"$work/log" 2>&1 || continue
        # --download-only: dpkg-dev need not be installed; apt checks every hash.
        (cd "$work/src" && private_apt source --download-only "imgui=$debian") >>"$work/log" 2>&1 || continue
        orig=$(find "$work/src" -name 'imgui_*.orig.tar.xz')
        printf '%s  %s\n' "$orig_sha256" "$orig" | sha256sum -c - >/dev/null 2>&1 || continue
        tar -xJf "$orig" -C "$tmp" --strip-components=1 && return 0
    done
    return 1
}

private_apt() { # a mirror behind its time will do: the pinned hash decides
    apt-get -q -o Acquire::Check-Valid-Until=false -o Acquire::Check-Date=false -o Dir::Etc::SourceList="$work/sources.list" \
        -o Dir::Etc::SourceParts="$work/parts" -o Dir::State::Lists="$work/lists" \
        -o Dir::State::status="$work/status" -o Dir::Cache="$work" \
        -o Dir::Cache::archives="$work/archives" -o APT::Get::List-Cleanup=true \
        -o Acquire::Languages=none -o Acquire::IndexTargets::deb-src::DEP-11::DefaultEnabled=false \
        -o Acquire::Retries=3 -o APT::Sandbox::User="$(id -un)" \
        -o Debug::NoLocking=true "$@"
}

from_upstream() {
    say "fetching upstream's release $version"
    if command -v curl >/dev/null 2>&1; then
        curl -fsSL --retry 3 --max-time 120 -o "$work/imgui.tgz" "$upstream"
    elif command -v wget >/dev/null 2>&1; then
        wget -q -T 60 -O "$work/imgui.tgz" "$upstream"
    else
        python3 -c 'import sys, urllib.request as r; r.urlretrieve(*sys.argv[1:])' \
            "$upstream" "$work/imgui.tgz" 2>/dev/null
    fi && tar -xzf "$work/imgui.tgz" -C "$tmp" --strip-components=1
}

from_debian || from_upstream || {
    [ ! -s "$work/log" ] || tail -n 5 "$work/log" >&2
    die "neither Debian's source archive nor upstream's release could be reached"
}
# Unpacked beside the goal, checked, then renamed: a half-unpacked tree is never left there.
[ "$(tree_sum "$tmp")" = "$tree_sha256" ] || die "the sources differ from the pinned $version"
chmod 755 "$tmp"
[ ! -d "$dest" ] || rmdir "$dest"
mv "$tmp" "$dest"
say "Dear ImGui $version is in $dest"
(CDPATH='' cd -- "$dest" && pwd)
