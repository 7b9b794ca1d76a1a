"""The systemd unit of a server: started again when it ends, and shut off from all it does not need."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

_UNIT: Final = """\
# Made by facetstore init. Start it now and at every boot: systemctl enable --now {start}
[Unit]
Description=Facetstore{instance}
After=network-online.target postgresql.service
Wants=network-online.target

[Service]
Type=exec
{user}EnvironmentFile={settings}
ExecStart={program} serve{port}
# A wrong password or a full disk is reported in the log, and tried again.
Restart=on-failure
RestartSec=5
# Requests that run have 30 seconds to end.
TimeoutStopSec=45
LimitNOFILE=65536
UMask=0077

# Only the data can be written; nothing of other users, devices or the kernel can be reached.
{state}ProtectSystem=strict
ProtectHome={home}
PrivateTmp=true
PrivateDevices=true
ProtectClock=true
ProtectControlGroups=true
ProtectHostname=true
ProtectKernelLogs=true
ProtectKernelModules=true
ProtectKernelTunables=true
ProtectProc=invisible
NoNewPrivileges=true
CapabilityBoundingSet={capabilities}
{ambient}RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=true
RestrictRealtime=true
RestrictSUIDSGID=true
LockPersonality=true
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""
_STATE: Final = Path("/var/lib")
_HOMES: Final = (Path("/home"), Path("/root"), Path("/run/user"))
_LOW: Final = 1024
"""Ports below need a right of their own."""


class Unit(NamedTuple):
    """What a unit is made of."""

    path: Path
    settings: Path
    program: tuple[str, ...]
    """The command before `serve`."""
    user: str
    data: Path | None
    """The folder of an SQLite database."""
    port: int
    is_template: bool = False
    """Whether it is for several nodes on one machine, named by their ports: facetstore@8080, facetstore@8081."""


def render_unit(unit: Unit) -> str:
    low = "CAP_NET_BIND_SERVICE" if 0 < unit.port < _LOW else ""
    used = [Path(unit.program[0]), unit.settings, *([unit.data] if unit.data else [])]
    in_home = any(each.is_relative_to(home) for each in used for home in _HOMES)
    return _UNIT.format(
        start="facetstore@8080 facetstore@8081" if unit.is_template else _word(str(unit.path)),
        instance=" at port %i" if unit.is_template else "",
        port=" --port %i" if unit.is_template else "",
        user=f"User={unit.user}\n",
        settings=_escaped(str(unit.settings)),
        program=" ".join(map(_word, unit.program)),
        state=_state(unit.data),
        home="read-only" if in_home else "true",
        capabilities=low,
        ambient=f"AmbientCapabilities={low}\n" if low else "",
    )


def _state(data: Path | None) -> str:
    """The lines that let the folder of the data be written; systemd makes one below /var/lib itself."""
    if data is None:
        return ""
    if data.parent == _STATE:
        return f"StateDirectory={_escaped(data.name)}\nStateDirectoryMode=0700\n"
    return f"ReadWritePaths={_word(str(data))}\n"


def _word(text: str) -> str:
    """One word of a line, quoted where it has to be."""
    escaped = _escaped(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if any(each in text for each in " \t\"'\\;") else escaped


def _escaped(text: str) -> str:
    return text.replace("%", "%%")
