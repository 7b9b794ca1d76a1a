"""PostgreSQL under Patroni with etcd: the members of a cluster, who leads, and the ways in which a member fails."""

import contextlib
import http.client
import json
import os
import secrets
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from script.lib.cluster.processes import Program, wait_until
from script.lib.cluster.programs import patroni, postgres_programs, program
from tests.support.postgres import clean_environment, free_port, unprivileged_user

ROOT: Final = Path(__file__).resolve().parents[3]
SAMPLE: Final = ROOT / "deploy" / "cluster" / "patroni.yml"
PATRONI_FOLDER: Final = ROOT / ".cluster" / "patroni"
_SECONDS: Final = 3
"""For an answer of Patroni: one that is frozen gives none."""
_CHANGE_SECONDS: Final = 60
"""For an answer to what takes a while."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the files of a cluster are, and whom PostgreSQL runs as: not root."""

    folder: Path
    owner: int | None
    password: str

    @classmethod
    def make(cls, folder: Path) -> "Place":
        folder.mkdir(parents=True, exist_ok=True)
        owner = None
        if os.geteuid() == 0:
            user = unprivileged_user()
            owner = user.pw_uid
            os.chown(folder, user.pw_uid, user.pw_gid)
        folder.chmod(0o700)
        return cls(folder, owner, secrets.token_hex(12))

    def program(self, name: str, *command: object, owner: int | None = None) -> Program:
        return Program(self.folder, name, command, clean_environment(), owner)


class Member:
    """One PostgreSQL with its Patroni: what is one machine elsewhere."""

    def __init__(self, place: Place, name: str, etcd: int, *, asynchronous: bool) -> None:
        self.name = name
        self.port = free_port()
        self.rest = free_port()
        self.data = place.folder / name / "data"
        self._file = place.folder / f"{name}.yml"
        self._file.write_text(yaml.safe_dump(self._settings(place, etcd, asynchronous=asynchronous)))
        self._file.chmod(0o600)
        if place.owner is not None:
            os.chown(self._file, place.owner, -1)
        python = patroni(PATRONI_FOLDER, place.owner)
        self._patroni = place.program(name, python, "-m", "patroni", self._file, owner=place.owner)

    def _settings(self, place: Place, etcd: int, *, asynchronous: bool) -> dict[str, Any]:
        """The sample of deploy/ with other places and passwords in it."""
        settings: dict[str, Any] = yaml.safe_load(SAMPLE.read_text("utf-8"))
        settings["name"] = self.name
        settings["restapi"] = dict.fromkeys(settings["restapi"], f"127.0.0.1:{self.rest}")
        settings["etcd3"]["hosts"] = f"127.0.0.1:{etcd}"
        server = settings["postgresql"]
        server |= dict.fromkeys(("listen", "connect_address"), f"127.0.0.1:{self.port}")
        server |= {"data_dir": str(self.data), "bin_dir": str(postgres_programs(place.folder))}
        server["pg_hba"] = [line.replace("10.0.0.0/8", "127.0.0.1/32") for line in server["pg_hba"]]
        server["parameters"] = {"unix_socket_directories": str(place.folder)}
        server["pgpass"] = str(place.folder / f"{self.name}.pgpass")
        for login in server["authentication"].values():
            login["password"] = place.password
        if asynchronous:
            settings["bootstrap"]["dcs"] |= {"synchronous_mode": False, "synchronous_mode_strict": False}
        return settings

    @property
    def log(self) -> Path:
        return self._patroni.log

    def start(self) -> None:
        self._patroni.start()

    def ask(self, path: str, body: object = None) -> tuple[int, bytes]:
        """What Patroni answers. Raises OSError if it does not."""
        seconds = _SECONDS if body is None else _CHANGE_SECONDS
        connection = http.client.HTTPConnection("127.0.0.1", self.rest, timeout=seconds)
        with contextlib.closing(connection):
            connection.request(
                "GET" if body is None else "POST", f"/{path}", None if body is None else json.dumps(body)
            )
            response = connection.getresponse()
            return response.status, response.read()

    def _processes(self) -> Iterator[int]:
        """The postmaster, and its children."""
        with contextlib.suppress(OSError, ValueError):
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
            if str(self.data).encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                yield pid
                yield from map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())

    def _send(self, number: signal.Signals) -> None:
        for pid in [*self._processes()]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill_postgres(self) -> None:
        """PostgreSQL is gone from one moment to the next; Patroni is there."""
        self._send(signal.SIGKILL)

    def vanish(self) -> None:
        """A machine without power: Patroni and PostgreSQL are gone."""
        self._patroni.kill()
        self._send(signal.SIGKILL)

    def freeze(self) -> None:
        """A machine that answers no more, while connections to it stay open."""
        self._patroni.signal(signal.SIGSTOP)
        self._send(signal.SIGSTOP)

    def thaw(self) -> None:
        """The machine goes on where it was, and still believes what it believed."""
        self._send(signal.SIGCONT)
        self._patroni.signal(signal.SIGCONT)

    def hold_back(self) -> None:
        """Let this standby receive nothing more, while it stays connected: as a network that is slow for a while."""
        for pid in self._receivers():
            os.kill(pid, signal.SIGSTOP)

    def drop_held_back(self) -> None:
        """Forget what was sent and not received."""
        for pid in self._receivers():
            os.kill(pid, signal.SIGTERM)
            os.kill(pid, signal.SIGCONT)

    def _receivers(self) -> list[int]:
        return [pid for pid in self._processes() if b"walreceiver" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def stop(self) -> None:
        if self._patroni.is_running:
            self._patroni.signal(signal.SIGCONT)
            self._send(signal.SIGCONT)
        self._patroni.stop()


class Databases:
    """The members, and the etcd by which they agree on a leader."""

    def __init__(self, place: Place, count: int = 3, *, asynchronous: bool = False) -> None:
        self._place = place
        self._asynchronous = asynchronous
        client, peer = free_port(), free_port()
        self._etcd = place.program("etcd", program("etcd"), *_etcd_options(place.folder, client, peer))
        self.members = [
            Member(place, f"database-{number}", client, asynchronous=asynchronous) for number in range(1, count + 1)
        ]

    def start(self) -> None:
        """Start all; returns when there is a leader whose standbys follow."""
        self._etcd.start()
        for member in self.members:
            member.start()
        self.wait_until_whole()

    def stop(self) -> None:
        for member in self.members:
            member.stop()
        self._etcd.stop()

    def url(self, user: str, database: str) -> str:
        """The address for the service: all members, and that it wants the one that takes writes."""
        hosts = ",".join(f"127.0.0.1:{member.port}" for member in self.members)
        return f"postgresql://{user}:{self._place.password}@{hosts}/{database}?target_session_attrs=read-write"

    def states(self) -> dict[str, tuple[str, str]]:
        """By member its role and its state, as any Patroni that answers says."""
        for member in self.members:
            with contextlib.suppress(OSError):
                status, body = member.ask("cluster")
                if status == 200:
                    return {each["name"]: (each["role"], each["state"]) for each in json.loads(body)["members"]}
        return {}

    @property
    def leader(self) -> Member:
        """The member that holds the lock of the leader. Raises LookupError while there is none."""
        names = {name for name, (role, _) in self.states().items() if role == "leader"}
        found = [member for member in self.members if member.name in names]
        if not found:
            raise LookupError("There is no leader.")
        return found[0]

    @property
    def is_whole(self) -> bool:
        """Whether one leads, the others follow, and one of them has what is acknowledged."""
        found = sorted(self.states().values())
        others = len(self.members) - 1
        states_ = [state for role, state in found if role != "leader"]
        roles = [role for role, _ in found]
        is_safe = self._asynchronous or "sync_standby" in roles
        return ("leader", "running") in found and states_ == ["streaming"] * others and is_safe

    def wait_until_whole(self) -> float:
        return wait_until("a leader with its standbys", lambda: self.is_whole, log=self.members[0].log)

    def switch_over(self) -> None:
        """Ask for another leader, as an operator does before maintenance."""
        leader = self.leader
        status, body = leader.ask("switchover", {"leader": leader.name})
        if status != 200:
            raise RuntimeError(f"Patroni refused the switchover: {body!r}")


def _etcd_options(folder: Path, client: int, peer: int) -> Sequence[str]:
    url, peers = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}"
    return [
        *("--data-dir", str(folder / "etcd"), "--name", "etcd", "--logger", "zap", "--log-level", "warn"),
        *("--listen-client-urls", url, "--advertise-client-urls", url),
        *("--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster", f"etcd={peers}"),
    ]
