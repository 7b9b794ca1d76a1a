"""What `script/cluster` is made of, without a cluster: its files, and that it ends its own processes and no others."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from script.lib.cluster.databases import SAMPLE
from script.lib.cluster.processes import Program, Undertaker, wait_until
from script.lib.cluster.service import PROXY, front_configuration

NODES: Final = {"node-1": 8081, "node-2": 8082, "node-3": 8083}
SLEEP: Final = (sys.executable, "-c", "import time; time.sleep(600)")


def sample() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(SAMPLE.read_text("utf-8"))
    return read


def test_the_sample_of_patroni_acknowledges_nothing_that_one_machine_alone_has() -> None:
    shared = sample()["bootstrap"]["dcs"]

    assert (shared["synchronous_mode"], shared["synchronous_mode_strict"]) == (True, True)
    assert shared["postgresql"]["parameters"]["synchronous_commit"] == "on"
    assert shared["primary_start_timeout"] == 0
    assert "data-checksums" in sample()["bootstrap"]["initdb"]


def test_patroni_takes_the_times_of_the_sample_as_they_are() -> None:
    """Patroni changes times that break its rule, and warns only in its log."""
    shared = sample()["bootstrap"]["dcs"]

    assert shared["ttl"] >= 20
    assert shared["loop_wait"] + 2 * shared["retry_timeout"] <= shared["ttl"]


def test_the_sample_of_patroni_holds_no_password() -> None:
    logins = sample()["postgresql"]["authentication"].values()

    assert all(login["password"].endswith("_PASSWORD") for login in logins)


def test_haproxy_takes_three_nodes_of_the_sample(tmp_path: Path) -> None:
    text = front_configuration(PROXY.read_text("utf-8"), 8080, NODES)
    assert [line.split()[1] for line in text.splitlines() if line.startswith("    server ")] == list(NODES)
    haproxy = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if haproxy is None:
        pytest.skip("There is no haproxy here.")
    times = "".join(f"    timeout {name} 60s\n" for name in ("client", "server", "connect"))
    (tmp_path / "haproxy.cfg").write_text(f"defaults\n    mode http\n{times}\n{text}")

    ended = subprocess.run([haproxy, "-c", "-f", str(tmp_path / "haproxy.cfg")], capture_output=True, check=False)

    assert ended.returncode == 0, ended.stderr


def test_a_sample_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="another form"):
        front_configuration("frontend models\n", 8080, NODES)


def test_processes_of_a_cluster_end_with_it_and_no_others(tmp_path: Path) -> None:
    ours = Program(tmp_path, "ours", (*SLEEP, str(tmp_path)), {})
    other = subprocess.Popen(SLEEP)
    try:
        undertaker = Undertaker(tmp_path, remove=False)
        ours.start()
        with (tmp_path / "pids").open("a") as pids:
            pids.write(f"{other.pid}\n")  # as if the id of a process that has ended had been given to another one
        undertaker.close()

        wait_until("its end", lambda: not ours.is_running)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()
        ours.kill()
