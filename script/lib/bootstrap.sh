# shellcheck shell=bash
# Makes .venv hold exactly what the locks say. Sourced by the commands in script/; needs only Python 3.11 or later.
#
#   prepare runtime   what the server needs
#   prepare dev       the same and what tests, lint and bench need
#
# A stamp in .venv records what was installed, so that every later call costs one checksum and no Python.

set -euo pipefail

ROOT="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)"
VENV="$ROOT/.venv"
PYTHON="$VENV/bin/python"
STAMP="$VENV/facetstore-stamp"

# Python caches what it has compiled. Where a machine forbids that, every start of the service and of every test would compile again.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

prepare() {
  local wanted="$1"
  is_prepared "$wanted" && return
  # Two commands started at once on a fresh clone must not write into the same .venv; where there is no flock, they may.
  if command -v flock >/dev/null; then
    exec 9<"${BASH_SOURCE[0]}"
    flock -n 9 || { say "Another command is preparing .venv: waiting for it ..." && flock 9; }
  fi
  # In a shell of its own, so that the settings of pip and uv do not reach what runs afterwards.
  is_prepared "$wanted" || (install_locked "$wanted")
  exec 9<&-
}

# The stamp's first line is what was installed, its second the checksum it was installed from.
# dev contains runtime, so a server started after the tests finds all it needs and takes nothing away.
is_prepared() {
  local wanted="$1" installed checksum
  [[ -r "$STAMP" && -x "$PYTHON" ]] || return 1
  { read -r installed && read -r checksum; } <"$STAMP" || return 1
  [[ "$installed" == dev || "$installed" == "$wanted" ]] && [[ "$checksum" == "$(checksum)" ]]
}

# The path counts: scripts in .venv/bin name their interpreter in full, so a moved checkout needs new ones.
checksum() {
  { printf '%s\n' "$ROOT" && cat "$ROOT/pyproject.toml" "$ROOT/requirements.lock" "$ROOT/requirements-dev.lock"; } | sha256
}

sha256() {
  local sum
  if command -v sha256sum >/dev/null; then sum="$(sha256sum)"; else sum="$(shasum -a 256)"; fi
  printf '%s\n' "${sum%% *}"
}

install_locked() {
  local wanted="$1" lock="$ROOT/requirements.lock" started=$SECONDS
  # Once the dev tools are there they stay, also when a changed lock is installed by starting the server.
  if [[ -r "$STAMP" && "$(head -n 1 "$STAMP")" == dev ]]; then wanted=dev; fi
  [[ "$wanted" == dev ]] && lock="$ROOT/requirements-dev.lock"
  say "Preparing .venv with the locked dependencies ($wanted) ..."
  rm -f "$STAMP"
  make_venv
  read_pip_settings
  install_with_uv "$lock" || install_with_pip "$lock" || die "The dependencies could not be installed; the lines above say why."
  printf '%s\n%s\n' "$wanted" "$(checksum)" >"$STAMP"
  say "Prepared in $((SECONDS - started)) s."
}

# The page and the documentation are built when their sources changed: once for a checkout. Without them the service runs all the same.
prepare_page() {
  "$PYTHON" "$ROOT/hatch_build.py" --is-built && return
  # Two commands started at once must not write the same page.
  if command -v flock >/dev/null; then exec 9<"$ROOT/hatch_build.py" && flock 9; fi
  prepare_node || say "Going on without a Node."
  "$PYTHON" "$ROOT/hatch_build.py" || say "Going on without what is not built."
  exec 9<&-
}

prepare_node() {
  "$PYTHON" "$ROOT/hatch_build.py" --needs-node || return 0
  say "There is no Node on PATH: fetching one to build the page with (60 MB, once) ..."
  pip_install --require-hashes -r "$ROOT/requirements-page.lock"
}

make_venv() {
  # An incomplete .venv, or one whose Python was removed or has become too old, is created again.
  if [[ -x "$PYTHON" ]] && is_recent "$PYTHON" && "$PYTHON" -m pip --version >/dev/null 2>&1; then return; fi
  local python
  python="$(find_python)"
  if ! has_venv "$python"; then install_venv_module "$python"; fi
  "$python" -m venv --clear "$VENV" >&2
}

find_python() {
  local name found=""
  for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
    # Asked rather than looked up: version managers put names on PATH that answer with an error.
    is_recent "$name" || continue
    if has_venv "$name"; then
      printf '%s\n' "$name"
      return
    fi
    found="${found:-$name}"
  done
  [[ -n "$found" ]] || die "Facetstore needs Python 3.11 or later, and there is none on PATH. Install it and try again."
  printf '%s\n' "$found"
}

is_recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

has_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# Debian and its descendants ship Python without venv.
install_venv_module() {
  local python="$1" version
  version="$("$python" -c 'import sys; print("{}.{}".format(*sys.version_info))')"
  if [[ "$(id -u)" == 0 ]] && command -v apt-get >/dev/null; then
    say "Python's venv module is missing: installing the package python3-venv ..."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >/dev/null || say "apt-get update failed; going on with the lists there are."
    apt-get install -q -y "python$version-venv" >/dev/null || apt-get install -q -y python3-venv >/dev/null || true
  fi
  has_venv "$python" || die "$python has no venv module. Install it (Debian, Ubuntu: apt-get install python3-venv) and try again."
}

# uv does not read pip's settings, so a machine that reaches its packages through a mirror says so to pip alone.
read_pip_settings() {
  export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 UV_PYTHON_DOWNLOADS=never
  local settings
  settings="$("$PYTHON" "$ROOT/script/lib/pip_settings.py")" || settings=""
  eval "$settings"
}

install_with_uv() {
  local lock="$1"
  install_uv || return 1
  run_uv sync --require-hashes "$lock" && run_uv install --no-deps --no-build-isolation --editable "$ROOT" && return
  say "uv could not install them: going on with pip."
  return 1
}

run_uv() {
  local command="$1"
  shift
  # What is active in the caller's shell must not decide where packages go.
  env -u VIRTUAL_ENV -u CONDA_PREFIX "$VENV/bin/uv" --quiet pip "$command" --python "$PYTHON" "$@" >&2
}

# uv itself is one of the packages in the lock: its lines there carry the version and the hashes.
install_uv() {
  [[ -x "$VENV/bin/uv" ]] && return
  local pinned="$VENV/uv.txt"
  awk '/^[^ ]/ { wanted = /^uv==/ } wanted' "$ROOT/requirements.lock" >"$pinned"
  pip_install --require-hashes -r "$pinned" || { say "uv could not be installed: going on with pip." && return 1; }
}

install_with_pip() {
  pip_install --require-hashes -r "$1" && pip_install --no-deps --no-build-isolation --editable "$ROOT"
}

pip_install() { "$PYTHON" -m pip install -qq --no-input "$@" >&2; }
