"""What mail says, in the languages in which it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.regional import culture

_ENGLISH: Final = "en"
_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "mention": "{by} asks you at “{element}”",
        "reply": "{by} has replied at “{element}”",
        "comment": "{by} has commented on “{element}”",
        "release": "“{element}” was released",
        "decision": "A task waits for you at “{element}”",
        "expiry": "“{element}” expires, days left: {detail}",
        "translation": "The source of {detail} translated texts of “{element}” was changed",
        "acknowledge": "Please read “{element}” and confirm it",
        "review": "Please check by {detail} whether “{element}” is still right",
        "other": "“{element}”",
        "someone": "A user",
        "many": "{count} notices",
        "greeting": "There is something new in {storage}:",
        "more": "There are {count} more.",
        "leave": "No more mail: {link}",
        "ask": "Please confirm your address",
        "confirm": "You want to get notices of {storage} by mail. Open this page and confirm it, within three days:\n\n{link}\n\nIf "
        "you did not ask for it, do nothing. You will get no mail.",
        "forgotten": "Choose a new password",
        "password": "A new password for your account in {storage} was asked for. Open this page and choose it, within a day:\n\n{link}\n\n"
        "If you did not ask for it, do nothing. Your password stays as it is.",
    },
    "de": {
        "mention": "{by} fragt Sie bei „{element}“",
        "reply": "{by} hat bei „{element}“ geantwortet",
        "comment": "{by} hat „{element}“ kommentiert",
        "release": "„{element}“ wurde freigegeben",
        "decision": "Eine Aufgabe wartet bei „{element}“ auf Sie",
        "expiry": "„{element}“ läuft ab, Tage bis dahin: {detail}",
        "translation": "Die Vorlage von {detail} übersetzten Texten von „{element}“ wurde geändert",
        "acknowledge": "Bitte lesen und bestätigen Sie „{element}“",
        "review": "Bitte prüfen Sie bis zum {detail}, ob „{element}“ noch stimmt",
        "other": "„{element}“",
        "someone": "Ein Benutzer",
        "many": "{count} Hinweise",
        "greeting": "Es gibt Neues in {storage}:",
        "more": "Es gibt {count} weitere.",
        "leave": "Keine E-Mail mehr: {link}",
        "ask": "Bitte bestätigen Sie Ihre Adresse",
        "confirm": "Sie möchten Hinweise aus {storage} als E-Mail. Öffnen Sie diese Seite und bestätigen Sie es innerhalb von drei "
        "Tagen:\n\n{link}\n\nHaben Sie das nicht gewünscht, tun Sie nichts. Sie erhalten dann keine E-Mail.",
        "forgotten": "Wählen Sie ein neues Passwort",
        "password": "Für Ihr Konto in {storage} wurde ein neues Passwort angefordert. Öffnen Sie diese Seite und wählen Sie es innerhalb "
        "eines Tages:\n\n{link}\n\nHaben Sie das nicht gewünscht, tun Sie nichts. Ihr Passwort bleibt, wie es ist.",
    },
}


def mail_text(lcid: int, key: str, **values: object) -> str:
    """A text in the language of a culture, in English where mail is not written in it. Unknown keys are those of other notices."""
    known = culture(lcid)
    texts = _TEXTS.get(known.language if known is not None else _ENGLISH, _TEXTS[_ENGLISH])
    return texts.get(key, texts["other"]).format(**values)
