"""`rest/manual-template`: a tenant prints its manuals its own way, and a template reaches nothing but the data that it is given."""

import asyncio
from pathlib import Path

import pytest

from facetstore.bootstrap.jobs import JobProcesses
from facetstore.domain.errors import TooCostly
from facetstore.printing.own_template import Flaw, check_template
from facetstore.printing.pdf_printing import default_template
from tests.support import company
from tests.support.changing import DETAIL, Changing

TEMPLATE = "rest/manual-template"
DATA = "#let data = json(bytes(sys.inputs.data))\n"
OWN = f'{DATA}#set document(title: data.title, author: data.subtitle, keywords: ("our-own",))\n= #data.title\n'
PRINTED = f"{DETAIL}/{company.RECEIPT_2_1}/document"


def own(changing: Changing) -> bool:
    response = changing.get(PRINTED)
    assert response.status_code == 200, response.text
    return b"our-own" in response.content


def test_a_template_is_set_replaced_and_removed(changing: Changing) -> None:
    default = changing.read(TEMPLATE)
    assert default == {"format": "pdf", "isDefault": True, "source": default_template().decode(), "own": []}
    assert not own(changing)

    changing.write(f"{TEMPLATE}?dryRun=true", {"source": OWN})
    assert not own(changing)
    stored = {"format": "pdf", "isDefault": False, "own": [{"format": "pdf"}]}
    assert changing.write(TEMPLATE, {"source": OWN}) == stored
    assert changing.read(TEMPLATE) == stored | {"source": OWN}
    assert own(changing)
    changing.write(TEMPLATE, {"source": default["source"]})
    assert changing.read(TEMPLATE)["isDefault"] is False
    assert not own(changing)
    changing.write(TEMPLATE, {"source": OWN})
    assert changing.api.send("DELETE", TEMPLATE, "administrator", tenant=changing.address).json()["isDefault"]
    assert changing.api.send("DELETE", TEMPLATE, "administrator", tenant=changing.address).status_code == 200

    assert not own(changing)
    rows = changing.read("rest/audit?kind=template.changed")["values"]
    assert [each["detail"]["template"] for each in rows] == ["removed", "set", "set", "set"]


def test_only_administrators_see_and_change_it(changing: Changing) -> None:
    for role in ("viewer", "editor"):
        assert changing.get(TEMPLATE, role).status_code == 403
        assert changing.post(TEMPLATE, {"source": OWN}, role).status_code == 403
    assert changing.post("rest/preferences/manual/pdf?shared=true", {"value": {}}).status_code == 404
    changing.write(TEMPLATE, {"source": OWN})
    assert "manual" not in changing.get("rest/preferences").text
    assert changing.get("rest/preferences?kind=manual").status_code == 400


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"source": "#nothing"}, "unknown variable"),
        ({"source": f"{DATA}#data.chapters.at(7).title"}, "out of bounds"),
        ({"source": ""}, "A template is"),
        ({"source": "x" * 200_001}, "A template is"),
        ({"source": 1}, "A template is"),
        ({}, "A template is"),
    ],
)
def test_what_prints_nothing_is_refused(changing: Changing, body: object, said: str) -> None:
    refused = changing.post(TEMPLATE, body)

    assert refused.status_code == 400
    assert said in refused.json()["message"]
    assert changing.read(TEMPLATE)["isDefault"]


def test_a_template_that_fails_for_one_manual_says_so(changing: Changing) -> None:
    changing.write(
        TEMPLATE, {"source": f'{DATA}#assert(not data.subtitle.starts-with("changing/"), message: "not here")'}
    )

    refused = changing.get(PRINTED)

    assert refused.status_code == 409
    assert "not here" in refused.json()["message"]
    assert changing.get(f"{PRINTED}?format=docx").status_code == 200


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "source",
    [
        '#read("/etc/passwd")',
        '#read("../../../../etc/passwd")',
        '#image("/etc/hostname")',
        '#include "secret.typ"',
        '#import "@preview/cetz:0.3.4"',
        '#eval("import \\"@pre\\" + \\"view/cetz:0.3.4\\"")',
        '#plugin("/bin/true")',
        '#json("http://127.0.0.1:1/")',
    ],
)
def test_it_has_no_files_and_no_connections(source: str, tmp_path: Path) -> None:
    assert isinstance(check_template(source), Flaw)
    assert (tmp_path / "free").write_text("files can be opened again")


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "source",
    [
        "#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }",
        "#let a = range(100000)\n#let b = a.map(_ => a.map(x => x))\n#b.len()",
    ],
)
def test_it_has_bounded_time_and_memory(source: str) -> None:
    async def check() -> None:
        jobs = JobProcesses(processes=1, seconds=2)
        try:
            with pytest.raises(TooCostly):
                await jobs.run(1, check_template, source)
            assert await jobs.run(1, check_template, OWN) is None
        finally:
            await jobs.close()

    asyncio.run(check())
