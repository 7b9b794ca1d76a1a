"""Every diagram of the demo company as a script: sent back, it changes nothing, in each culture."""

from pathlib import Path

from tests.support.demo_service import demo_service

PROCESSES = "rest/facets/processes/views"


def test_scripts_of_the_demo_company_change_nothing_when_they_are_sent_back(demo_data: Path, tmp_path: Path) -> None:
    lines = 0
    with demo_service(demo_data, tmp_path / "demo") as service, service.client() as client:
        found = client.get(
            f"{PROCESSES}/list/elements", params={"$filter": "type -eq 'subProcess'", "$resources": "attributes"}
        )
        for process in found.json()["elements"]:
            address = f"{PROCESSES}/diagram/elements/{process['id']}/content"
            before = client.get(address).json()
            for culture in ("1031", "1033"):
                script = client.get(address, params={"format": "script", "culture": culture}).text
                sent = client.post(address, params={"format": "script", "culture": culture}, json={"script": script})
                if sent.status_code == 409:  # released: it cannot be changed, and was read all the same
                    continue
                assert sent.json() == {"count": 0, "values": [], "script": script}
                lines += script.count("\n")
            assert client.get(address).json() == before
    assert lines > 100
