"""Prints pip's settings as shell exports for uv: where packages come from and how to reach them.

Run by the Python of .venv. The result goes to `eval`, not to the screen: an address may carry a password.
A UV_ setting that is already there wins.
"""

import ast
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping

# From the weakest to the strongest, as pip ranks them.
SECTIONS = ("global", "install", ":env:")


def main() -> None:
    settings = dict(parse_settings(pip_config_lines()))
    for name, value in uv_environment(settings).items():
        if name not in os.environ:
            print(f"export {name}={shlex.quote(value)}")


def pip_config_lines() -> list[str]:
    """The merged settings of all of pip's files and of PIP_ variables, one `section.key='value'` a line."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def parse_settings(lines: list[str]) -> Iterator[tuple[str, str]]:
    for section in SECTIONS:
        for line in lines:
            name, _, value = line.partition("=")
            if name.startswith(f"{section}."):
                yield name.removeprefix(f"{section}."), str(ast.literal_eval(value))


def uv_environment(settings: Mapping[str, str]) -> dict[str, str]:
    several = {key: value.split() for key, value in settings.items()}
    environment = {
        "UV_DEFAULT_INDEX": settings.get("index-url", ""),
        "UV_INDEX": " ".join(several.get("extra-index-url", [])),
        "UV_FIND_LINKS": ",".join(several.get("find-links", [])),
        "UV_INSECURE_HOST": " ".join(several.get("trusted-host", [])),
        "UV_NO_INDEX": "1" if settings.get("no-index", "").lower() in {"1", "true", "yes", "on"} else "",
        "UV_HTTP_TIMEOUT": settings.get("timeout", settings.get("default-timeout", "")),
        "SSL_CERT_FILE": settings.get("cert", ""),
        "HTTPS_PROXY": settings.get("proxy", ""),
    }
    if environment["UV_INDEX"]:
        # pip takes a package from wherever it is; every file's hash is checked, so no index can slip in another.
        environment["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    return {name: value for name, value in environment.items() if value}


if __name__ == "__main__":
    main()
