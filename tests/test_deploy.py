"""What deploy/ holds: units as the service itself writes them, and files that the programs they are for accept."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from facetstore import __version__
from facetstore.bootstrap.settings import check_environment
from facetstore.bootstrap.unit_file import Unit, render_unit

DEPLOY: Final = Path(__file__).parents[1] / "deploy"
UNITS: Final = {"facetstore.service": False, "facetstore@.service": True}
CHART: Final = DEPLOY / "helm" / "facetstore"
FIELD: Final = re.compile(r"\{\{ \.(Values|Release)\.([A-Za-z.]+)( \| quote)? \}\}")


def unit(name: str, program: str = "/opt/facetstore/bin/python", user: str = "facetstore") -> str:
    folder = Path("/etc/facetstore")
    made = Unit(
        *(
            folder / name,
            folder / "facetstore.env",
            (program, "-m", "facetstore"),
            user,
            Path("/var/lib/facetstore"),
            8080,
        ),
        is_template=UNITS[name],
    )
    return render_unit(made)


def needed(program: str) -> str:
    found = shutil.which(program, path="/usr/bin:/bin:/usr/sbin:/usr/local/bin")
    if found is None:
        pytest.skip(f"There is no {program} here.")
    return found


@pytest.mark.parametrize("name", UNITS)
def test_the_units_are_what_init_writes(name: str) -> None:
    assert (DEPLOY / "systemd" / name).read_text() == unit(name)


@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_the_units(name: str, tmp_path: Path) -> None:
    analyze = needed("systemd-analyze")
    file = tmp_path / name.replace("@", "@8080")
    file.write_text(unit(name, sys.executable, "daemon").replace("%i", "8080"))

    ended = subprocess.run([analyze, "verify", "--man=no", str(file)], capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_unit_is_shut_off_from_what_it_does_not_need(tmp_path: Path) -> None:
    analyze = needed("systemd-analyze")
    (tmp_path / "facetstore.service").write_text(unit("facetstore.service", sys.executable, "daemon"))

    command = [
        analyze,
        "security",
        "--offline=yes",
        "--threshold=20",
        "--no-pager",
        str(tmp_path / "facetstore.service"),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("port", [443, 8080])
def test_only_low_ports_need_a_right(port: int) -> None:
    folder, mine = Path("/etc/facetstore"), Path("/home", "me", "data")
    text = render_unit(Unit(folder / "a", folder / "b", ("/opt/x",), "facetstore", mine, port))

    assert ("AmbientCapabilities=CAP_NET_BIND_SERVICE" in text) == (port < 1024)
    assert "ProtectHome=read-only\n" in text
    assert f"ReadWritePaths={mine}\n" in text


def test_what_stands_in_a_path_cannot_change_a_unit() -> None:
    odd = Path("/srv/100% mine; ok")
    text = render_unit(Unit(odd / "u", odd / "s.env", (str(odd / "python"), "-m", "facetstore"), "me", odd / "d", 8080))

    assert 'ExecStart="/srv/100%% mine; ok/python" -m facetstore serve\n' in text
    assert 'ReadWritePaths="/srv/100%% mine; ok/d"\n' in text


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text("utf-8"))
    return read


def test_the_compose_file_has_a_database_two_nodes_and_a_proxy() -> None:
    services = compose()["services"]
    caddyfile = (DEPLOY / "container" / "Caddyfile").read_text("utf-8")

    assert sorted(services) == ["database", "one", "proxy", "two"]
    assert services["one"] == services["two"]
    check_environment(services["one"]["environment"])
    assert "ports" not in services["one"], "nodes are reached through the proxy alone"
    assert "reverse_proxy one:8080 two:8080" in caddyfile
    assert (
        DEPLOY / "container" / services["one"]["build"]["context"] / services["one"]["build"]["dockerfile"]
    ).is_file()


def test_no_file_holds_a_password() -> None:
    text = (DEPLOY / "container" / "compose.yaml").read_text("utf-8")

    assert re.findall(r"postgresql://facetstore:([^@]*)@", text) == ["${POSTGRES_PASSWORD}"]


def test_the_image_runs_as_a_user_of_its_own_and_knows_its_settings() -> None:
    text = (DEPLOY / "container" / "Containerfile").read_text("utf-8")

    names = re.findall(r"\b(FACETSTORE_[A-Z_]+)=", text)
    check_environment(dict.fromkeys(names, ""))
    assert names
    assert "\nUSER 10001\n" in text
    assert 'CMD ["facetstore", "serve"]' in text


@pytest.mark.parametrize("file", ["container/Caddyfile", "proxies/Caddyfile.one-node"])
def test_caddy_accepts_its_files(file: str) -> None:
    command = [needed("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / file)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stderr
    assert "/_health" in ended.stdout


def rendered(values: dict[str, Any], release: str = "models") -> Iterator[dict[str, Any]]:
    """The documents of the chart. Its templates hold fields alone, no conditions, so this is what helm makes of them."""
    for file in sorted((CHART / "templates").iterdir()):
        text = FIELD.sub(lambda found: _field(found, values, release), file.read_text("utf-8"))
        assert "{{" not in text, file.name
        yield from yaml.safe_load_all(text)


def _field(found: re.Match[str], values: dict[str, Any], release: str) -> str:
    value: Any = release
    if found[1] == "Values":
        value = values
        for name in found[2].split("."):
            value = value[name]
    return f'"{value}"' if found[3] else str(value)


def test_the_chart_renders_to_nodes_that_are_replaced_when_new_ones_are_ready() -> None:
    values = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))
    documents = {(each["kind"], each["metadata"]["name"]): each for each in rendered(values)}

    assert sorted(documents) == [
        ("Deployment", "models"),
        ("Ingress", "models"),
        ("PodDisruptionBudget", "models"),
        ("Service", "models"),
        ("Service", "models-closed"),
    ]
    deployment = documents["Deployment", "models"]["spec"]
    (container,) = deployment["template"]["spec"]["containers"]
    check_environment(dict.fromkeys((each["name"] for each in container["env"]), ""))
    assert deployment["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    assert container["readinessProbe"]["httpGet"]["path"] == "/_health/ready"
    assert container["livenessProbe"]["httpGet"]["path"] == "/_health/live"
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["selector"]["matchLabels"] == documents["Service", "models"]["spec"]["selector"] == labels


def test_the_chart_is_of_this_release() -> None:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text("utf-8"))
    values = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))

    assert (chart["version"], chart["appVersion"], values["image"]["tag"]) == (__version__,) * 3


def test_helm_accepts_the_chart() -> None:
    ended = subprocess.run([needed("helm"), "lint", str(CHART)], capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stdout
