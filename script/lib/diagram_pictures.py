"""The pictures of diagrams in the docs: a process of the demo company, as the service draws it."""

import asyncio
import tempfile
from pathlib import Path
from typing import Final

import httpx

from facetstore.bootstrap.database import open_storage
from facetstore.bootstrap.demo import ADDRESS, ensure_demo
from facetstore.bootstrap.settings import Settings
from facetstore.rest.app import App

PROCESS: Final = "74e80728-e87a-5a80-bbab-cab3b96ff6a2"
"""Make frames: a gateway with three branches, one of which leads back."""
PICTURES: Final = {
    "diagram-vertical": ("vertical", 1033),
    "diagram-swimlanes": ("horizontalSwimlane", 1033),
    "diagram-detailed": ("detailed", 1031),
}
"""Layouts and cultures by the name of the picture."""
_FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def file_of(name: str) -> Path:
    return _FOLDER / f"{name}.svg"


def draw_pictures() -> None:
    for name, picture in asyncio.run(_drawn()).items():
        file_of(name).write_text(picture, "utf-8")


async def _drawn() -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        storage = await open_storage(Settings(data=Path(folder)))
        try:
            secret = await ensure_demo(storage)
            return {name: await _asked(App(storage), secret, *look) for name, look in PICTURES.items()}
        finally:
            await storage.close()


async def _asked(app: App, secret: str, layout: str, culture: int) -> str:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://docs", trust_env=False) as client:
        path = f"/{ADDRESS}/_api/rest/diagram/{PROCESS}/render/{culture}/{layout}"
        response = await client.get(path, headers={"symbio-auth-token": secret})
        return response.raise_for_status().text
