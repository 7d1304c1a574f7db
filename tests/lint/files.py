"""The files of this tree: what git knows or would add, or all of an unpacked archive."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
IGNORED = {".git", "build", "node_modules", ".deps", "__pycache__"}


def tree_files() -> list[str]:
    # safe.directory: root may test a checkout that another user owns, as containers do.
    git = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard"],
                         cwd=ROOT, capture_output=True, text=True, check=False) if (ROOT / ".git").exists() else None
    if git and git.returncode == 0:
        names = git.stdout.splitlines()
    else:
        names = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if not IGNORED & set(p.relative_to(ROOT).parts)]
    return sorted(n for n in set(names) if (ROOT / n).is_file())
