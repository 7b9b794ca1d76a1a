"""The words for names and descriptions of generated elements, in German and English."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]
"""German, English."""

TOPICS: Final[tuple[Pair, ...]] = (
    ("Auftrag", "Order"), ("Rechnung", "Invoice"), ("Lieferung", "Delivery"), ("Reklamation", "Complaint"),
    ("Angebot", "Quotation"), ("Vertrag", "Contract"), ("Bestellung", "Purchase"), ("Wareneingang", "Goods receipt"),
    ("Lager", "Warehouse"), ("Versand", "Shipping"), ("Rückruf", "Recall"), ("Prüfmittel", "Test equipment"),
    ("Stammdaten", "Master data"), ("Stückliste", "Bill of materials"), ("Zeichnung", "Drawing"), ("Werkzeug", "Tool"),
    ("Wartung", "Maintenance"), ("Störung", "Incident"), ("Änderung", "Change"), ("Freigabe", "Approval"),
    ("Projekt", "Project"), ("Budget", "Budget"), ("Jahresabschluss", "Annual accounts"), ("Zahlung", "Payment"),
    ("Mahnung", "Reminder"), ("Reise", "Travel"), ("Schulung", "Training"), ("Bewerbung", "Application"),
    ("Eintritt", "Onboarding"), ("Austritt", "Offboarding"), ("Gehalt", "Payroll"), ("Zielvereinbarung", "Goal setting"),
    ("Audit", "Audit"), ("Maßnahme", "Measure"), ("Notfall", "Emergency"), ("Datenschutz", "Data protection"),
    ("Zugang", "Access"), ("Gerät", "Device"), ("Händler", "Dealer"), ("Kampagne", "Campaign"), ("Messe", "Trade fair"),
    ("Muster", "Sample"), ("Serie", "Series"), ("Montage", "Assembly"), ("Lackierung", "Paint shop"), ("Akku", "Battery"),
    ("Rahmen", "Frame"), ("Antrieb", "Drive"), ("Bremse", "Brake"), ("Verpackung", "Packaging"), ("Zoll", "Customs"),
    ("Umwelt", "Environment"), ("Energie", "Energy"), ("Abfall", "Waste"), ("Gefahrstoff", "Hazardous substance"),
)  # fmt: skip

VERBS: Final[tuple[Pair, ...]] = (
    ("prüfen", "Check"), ("anlegen", "Create"), ("freigeben", "Release"), ("bearbeiten", "Process"),
    ("planen", "Plan"), ("überwachen", "Monitor"), ("abschließen", "Close"), ("bewerten", "Evaluate"),
    ("dokumentieren", "Document"), ("abstimmen", "Agree on"), ("übergeben", "Hand over"), ("verbessern", "Improve"),
)  # fmt: skip

KINDS: Final[dict[str, tuple[Pair, ...]]] = {
    "orgUnit": (("Team", "team"), ("Abteilung", "department"), ("Stelle", "unit")),
    "role": (("Leitung", "lead"), ("Fachkraft", "specialist"), ("Planung", "planner"), ("Prüfung", "inspector")),
    "systemDomain": (("Systeme", "systems"), ("Plattformen", "platforms")),
    "system": (("Portal", "portal"), ("Verwaltung", "management"), ("Datenbank", "database"), ("App", "app")),
    "riskDomain": (("Risiken", "risks"), ("Gefahren", "hazards")),
    "risk": (("Ausfall", "failure"), ("Verzug", "delay"), ("Fehler", "error"), ("Verlust", "loss")),
    "knowledgeStructureCategory": (("Dokumente", "documents"), ("Vorgaben", "rules")),
    "knowledgeStructureDocument": (
        ("Richtlinie", "policy"), ("Anweisung", "instruction"), ("Formular", "form"), ("Checkliste", "checklist"),
    ),
    "requirementGroup": (("Anforderungen", "requirements"),),
    "requirement": (("Pflicht", "obligation"), ("Nachweis", "evidence"), ("Vorgabe", "specification")),
    "kPI": (("Quote", "rate"), ("Dauer", "time"), ("Kosten", "costs"), ("Menge", "volume")),
    "productCategory": (("Sortiment", "range"),),
    "product": (("Modell", "model"), ("Zubehör", "accessory"), ("Dienst", "service")),
    "inOut": (("Beleg", "record"), ("Meldung", "message"), ("Ergebnis", "result"), ("Liste", "list")),
    "subCategory": (("Prozesse", "processes"),),
    "mainProcess": (("Steuerung", "control"), ("Abwicklung", "handling"), ("Entwicklung", "development")),
}  # fmt: skip

SENTENCES: Final[tuple[Pair, ...]] = (
    ("{0} wird vollständig und ohne Umwege erledigt.", "{0} is done completely and without detours."),
    ("Wer {0} bearbeitet, hält sich an die gültige Vorgabe.", "Everyone who handles {0} follows the valid rule."),
    ("{0} gilt an allen Standorten und für alle Schichten.", "{0} applies at all sites and to all shifts."),
    ("Abweichungen bei {0} werden noch am selben Tag gemeldet.", "Deviations in {0} are reported on the same day."),
    ("{0} ist Teil des Berichts an die Geschäftsführung.", "{0} is part of the report to the board."),
    ("Die Verantwortung für {0} liegt beim Fachbereich.", "Responsibility for {0} lies with the department."),
    ("{0} wird mindestens einmal im Jahr überprüft.", "{0} is reviewed at least once a year."),
    ("Ohne {0} kann der nächste Schritt nicht beginnen.", "Without {0} the next step cannot begin."),
)

FIRST_NAMES: Final = (
    "Anna", "Ben", "Clara", "David", "Elif", "Felix", "Greta", "Hannes", "Ines", "Jonas", "Katrin", "Lukas", "Mara",
    "Nils", "Olga", "Paul", "Ronja", "Sven", "Tanja", "Uwe", "Vera", "Wim", "Yasmin", "Zeno",
)  # fmt: skip
LAST_NAMES: Final = (
    "Albrecht", "Böhm", "Çelik", "Dietrich", "Engel", "Fischer", "Graf", "Hoffmann", "Ivanova", "Jansen", "Köhler",
    "Lorenz", "Müller", "Novák", "Otto", "Pfeiffer", "Quandt", "Richter", "Schäfer", "Tran", "Ulrich", "Vogel",
    "Weiß", "Yılmaz", "Ziegler",
)  # fmt: skip
