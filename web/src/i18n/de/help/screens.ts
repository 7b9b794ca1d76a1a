// Hilfe zu jeder Ansicht; sie wird geladen, wenn sie geöffnet wird.
import type { Topic } from "@/help/topic";
import type { TopicKey } from "@/help/topics";

const screens: Record<TopicKey, Topic> = {
  home: {
    title: "Start",
    about: "Hier beginnen Sie: was auf Sie wartet, was Sie zuletzt benutzt haben, und wie es um die Inhalte steht.",
    can: [
      "Öffnen Sie einen Teil des Bildes oben, um dorthin zu gehen.",
      "Öffnen Sie Ihre Favoriten und was Sie zuletzt angesehen haben.",
      "Klicken Sie auf eine Zahl oder einen Balken: Er öffnet die Liste, die er zählt.",
      "„Diese Seite einrichten“ zeigt, verbirgt und ordnet, was hier steht.",
    ],
    edit: ["Arbeiten Sie an Ihren Entwürfen weiter."],
  },
  tree: {
    title: "Baum",
    about: "Die Elemente einer Facette als Hierarchie. Was Sie darin wählen, steht daneben.",
    can: [
      "Öffnen und schließen Sie Zweige mit den Pfeilen.",
      "Wählen Sie ein Element, um es zu lesen.",
      "„Stand vom …“ zeigt alles so, wie es an einem früheren Tag war.",
    ],
    edit: [
      "„Neu“ legt ein Element unter dem gewählten an.",
      "Ziehen Sie ein Element an einen anderen Ort, oder nutzen Sie „Verschieben nach …“ in seinem Menü.",
      "Ein Rechtsklick auf ein Element zeigt, was Sie sonst damit tun können.",
    ],
    keys: { "↑ ↓ ← →": "Gehen, öffnen und schließen", Enter: "Element zeigen", "Umschalt+F10": "Menü des Elements" },
    editKeys: {
      F2: "Umbenennen",
      Entf: "Löschen",
      "Strg+X, Strg+V": "Verschieben",
      "Strg+C, Strg+V": "Kopieren",
      "Strg+D": "Duplizieren",
      "Strg+M": "Verschieben nach …",
    },
  },
  list: {
    title: "Liste",
    about: "Alle Elemente einer Facette als Tabelle: zum Finden, Vergleichen und Zählen.",
    can: [
      "Schreiben Sie Wörter in den Filter, um sie in Namen zu finden, oder setzen Sie Bedingungen zusammen.",
      "Klicken Sie zum Ordnen auf eine Überschrift, und wählen Sie die Spalten, die Sie brauchen.",
      "Speichern Sie Filter, Ordnung und Spalten unter einem Namen (Lesezeichen).",
      "Laden Sie herunter, was Sie sehen, als CSV.",
      "„Stand vom …“ zeigt alles so, wie es an einem früheren Tag war.",
    ],
    edit: ["Haken Sie mehrere Elemente an, um sie zusammen zu ändern, zu verschieben, freizugeben oder zu löschen."],
    keys: { "Umschalt+Klick": "Alle Zeilen zwischen zweien anhaken" },
  },
  element: {
    title: "Element",
    about: "Alles über ein Element. Die Reiter zeigen Text, Diagramm, Dateien, Versionen und wo es verwendet wird.",
    can: [
      "Lesen Sie es in einer anderen Sprache: Wählen Sie oben die Sprache der Inhalte.",
      "Machen Sie es mit dem Stern zum Favoriten.",
      "Kopieren Sie einen Link darauf, oder drucken Sie es.",
      "„Stand vom …“ zeigt alles so, wie es an einem früheren Tag war.",
    ],
    edit: [
      "Klicken Sie in einen Text, um ihn zu ändern, und speichern Sie.",
      "Wählen Sie eine zweite Sprache, um nebeneinander zu übersetzen.",
      "Was Sie nicht gespeichert haben, behält dieser Browser, bis Sie es speichern oder verwerfen.",
      "Eine freigegebene Version ändert man nicht: Legen Sie eine neue Version an.",
    ],
    editKeys: { "Strg+S": "Speichern", "[[": "Link auf ein Element, in einem Text" },
  },
  diagram: {
    title: "Diagramm",
    about: "Der Ablauf eines Prozesses. Der Dienst zeichnet ihn; die Reihenfolge der Schritte bestimmt, wo sie stehen.",
    can: [
      "Öffnen Sie mit einem Doppelklick, was hinter einem Schritt steht.",
      "Wählen Sie eine andere Anordnung.",
      "Gehen Sie es Schritt für Schritt in großer Schrift durch, oder sehen Sie nur die Schritte Ihrer Rollen.",
      "Sehen Sie als Tabelle, wer was tut, oder alle Schritte, und drucken Sie sie.",
      "Laden Sie es als SVG oder PNG herunter; neben seinem Namen als PDF, Word, BPMN oder Skript.",
    ],
    edit: [
      "Fügen Sie Schritte hinzu, verbinden, benennen und löschen Sie sie. Jede Änderung wird sofort gespeichert und lässt sich zurücknehmen.",
    ],
    keys: { "↑ ↓ ← →": "Zum nächsten Schritt", Enter: "Schritt öffnen", "0": "Ganzes Diagramm zeigen" },
    editKeys: {
      "+": "Neuer Schritt hinter diesem",
      B: "Neuer Zweig",
      C: "Wählen, was folgt",
      F2: "Umbenennen",
      Entf: "Löschen",
      "Strg+Z, Strg+Y": "Zurücknehmen, wiederholen",
    },
  },
  children: {
    title: "Darunter",
    about: "Die Elemente, die direkt unter diesem stehen.",
    can: ["Klicken Sie auf einen Namen, um es zu öffnen."],
  },
  files: {
    title: "Dateien",
    about: "Dateien und Bilder, die zu dieser Version gehören.",
    can: ["Klicken Sie auf ein Bild, um es zu sehen, und auf einen Namen, um die Datei herunterzuladen."],
    edit: [
      "Legen Sie Dateien hier ab, fügen Sie ein Bild ein, oder wählen Sie Dateien.",
      "Dateien, die ein Text zeigt, lassen sich nicht löschen.",
    ],
  },
  comments: {
    title: "Kommentare",
    about: "Was zum Element und zu den Formen seines Diagramms gefragt und gesagt wird.",
    can: [
      "Schreiben Sie einen Kommentar und wählen Sie, für wen er ist.",
      "Antworten Sie, und erledigen Sie, was geklärt ist.",
      "Wählen Sie vorher eine Form im Diagramm, um sie zu kommentieren.",
    ],
  },
  usages: {
    title: "Verwendet in",
    about: "Andere Elemente, die sich auf dieses beziehen. Sehen Sie hier nach, bevor Sie es ändern oder löschen.",
    can: ["Klicken Sie auf einen Namen, um es zu öffnen."],
  },
  release: {
    title: "Freigabe",
    about: "Wo diese Version auf ihrem Weg zu den Lesern steht, und wer zu entscheiden hat.",
    can: [
      "Sehen Sie, welche Schritte getan sind, von wem und wann.",
      "Sehen Sie, warum ein Schritt nicht möglich ist.",
    ],
    edit: [
      "Tun Sie den nächsten Schritt, und schreiben Sie denen, die entscheiden, eine Nachricht.",
      "Befunde führen Sie zu dem Feld, dem etwas fehlt.",
      "Ihre eigenen Entwürfe geben andere frei.",
    ],
  },
  versions: {
    title: "Versionen",
    about: "Alle Versionen des Elements, die Sie sehen dürfen, und was sich zwischen ihnen geändert hat.",
    can: [
      "Wählen Sie zwei Versionen, um sie zu vergleichen: Texte, Beziehungen und Diagramme nebeneinander.",
      "Sehen Sie, wer eine Version genehmigt hat und ob sie noch sagt, was genehmigt wurde.",
    ],
    edit: ["Speichern Sie den signierten Nachweis einer genehmigten Version: Andere prüfen ihn ohne diesen Dienst."],
  },
  history: {
    title: "Historie",
    about: "Wer wann was geändert hat. Der neueste Eintrag steht oben.",
    can: ["Blättern Sie nach unten zu älteren Einträgen.", "„So war es damals“ zeigt das Element nach einer Änderung."],
  },
  permissions: {
    title: "Berechtigungen",
    about: "Wer dieses Element sehen und ändern darf.",
    can: [
      "Ohne eigene Berechtigungen richtet sich ein Element nach dem Ort, an dem es steht.",
      "Fragen Sie, warum ein Benutzer etwas darf oder nicht darf.",
    ],
  },
  ids: {
    title: "Technisches",
    about: "Die Kennungen dieses Elements, für Programme, die die Schnittstelle nutzen.",
    can: ["Kopieren Sie eine Kennung, um sie in einer Anfrage zu nutzen."],
  },
  search: {
    title: "Suche",
    about: "Findet Wörter in Namen und Texten von allem, was Sie sehen dürfen.",
    can: ["Schränken Sie die Treffer auf eine Facette ein.", "Blättern Sie nach unten zu weiteren Treffern."],
    keys: { "/": "Zum Suchfeld" },
  },
  tasks: {
    title: "Meine Aufgaben",
    about: "Was andere Sie zu entscheiden bitten, und was Sie früher entschieden haben.",
    can: [
      "Öffnen Sie das Element, um zu sehen, worum es geht.",
      "Nehmen Sie an, oder lehnen Sie mit einer Begründung ab.",
      "Geben Sie eine Aufgabe an einen anderen Benutzer weiter.",
    ],
  },
  connect: {
    title: "Agenten, die für Sie handeln",
    about: "Programme, denen Sie erlaubt haben, in Ihrem Namen zu lesen und vielleicht Änderungen vorzuschlagen.",
    can: [
      "Wenn sich ein Agent anmeldet: Sehen Sie, was er möchte und wohin Ihr Browser geht, und erlauben Sie es oder lehnen Sie ab.",
      "Beenden Sie, was Sie erlaubt haben. Der Agent bekommt sofort keine Antworten mehr.",
    ],
  },
  proposals: {
    title: "Vorschläge von Agenten",
    about: "Was Programme ändern möchten: Entwürfe, über die Menschen gemeinsam entscheiden.",
    can: [
      "Einen Entwurf öffnen oder ihn mit der Version davor vergleichen.",
      "Den Vorschlag annehmen: Seine Entwürfe bestehen gemeinsam ihr Review.",
      "Ihn mit einem Grund ablehnen: Seine Entwürfe gehen zurück an den Autor.",
    ],
  },
  reporting: {
    title: "Auswertungen",
    about: "Zahlen über die Inhalte: Zustände, Freigaben im Lauf der Zeit, fehlende Übersetzungen, Reifegrad.",
    can: [
      "Sehen Sie jede Zahl als Diagramm oder als Tabelle.",
      "Klicken Sie auf einen Balken, um seine Liste zu öffnen.",
      "Laden Sie sie als CSV herunter.",
    ],
  },
  changes: {
    title: "Was sich geändert hat",
    about: "Was zwischen zwei Tagen hinzukam, entfernt oder geändert wurde, oder was dazwischen freigegeben wurde.",
    can: [
      "Wählen Sie zwei Tage und eine Facette.",
      "Öffnen Sie ein Element, um zu sehen, was sich unterscheidet; die Wörter sind markiert.",
      "Laden Sie Versionshinweise als Markdown herunter.",
    ],
  },
  translations: {
    title: "Übersetzungen",
    about:
      "Für alle, die übersetzen: was seit der Übersetzung geändert wurde, was fehlt, ein Element nach dem anderen.",
    can: [
      "Wählen Sie eine Sprache und eine Facette.",
      "Wählen Sie ein Element, um seine Texte nebeneinander zu sehen.",
    ],
    edit: [
      "Übersetzen Sie neben dem Ausgangstext; Wörter, die darin geändert wurden, sind markiert.",
      "„Stimmt noch“ bestätigt eine Übersetzung, die so passt, wie sie ist.",
    ],
    editKeys: { "Strg+Eingabe": "Speichern und weiter", "Strg+Umschalt+Eingabe": "Alles stimmt noch, und weiter" },
  },
  imports: {
    title: "Tabelle einlesen",
    about:
      "Eine Datei von Excel oder mit Trennzeichen ändert viele Elemente auf einmal: erst ein Plan, dann alles oder nichts.",
    can: [
      "Wählen Sie eine Facette und eine Datei.",
      "Sehen Sie, wofür jede Spalte steht, was falsch ist und was sich ändern würde.",
    ],
    edit: [
      "Berichtigen Sie, wofür Spalten stehen, und erstellen Sie den Plan neu.",
      "Wenden Sie den Plan an; Zurücknehmen gibt zurück, was da war.",
    ],
  },
  guide: {
    title: "Anleitung",
    about: "Die ganze Anleitung zu dieser Seite, auf Englisch.",
    can: ["Wählen Sie einen Abschnitt aus ihrem Inhalt."],
  },
  administration: {
    title: "Administration",
    about: "Für Administratoren: Benutzer, andere Systeme, Sprachen, die Ablage selbst.",
    can: ["Wählen Sie, worum Sie sich kümmern. Jeder Teil hat seine eigene Hilfe."],
  },
  users: {
    title: "Benutzer",
    about: "Wer sich anmelden kann, und mit welcher Rolle.",
    can: [
      "Legen Sie einen Benutzer an, und geben Sie den Anmeldelink weiter. Er gilt einmal.",
      "Ändern Sie eine Rolle, oder setzen Sie einen Benutzer auf inaktiv.",
      "Erzeugen Sie einen Link für Benutzer, die ihr Kennwort vergessen haben.",
    ],
  },
  groups: {
    title: "Gruppen",
    about: "Benutzer, die dieselben Berechtigungen und Aufgaben bekommen.",
    can: ["Legen Sie eine Gruppe an. Ihre Mitglieder stehen bei jedem Benutzer."],
  },
  roles: {
    title: "Rollen",
    about: "Was jede Rolle darf. Jede schließt die Rollen vor ihr ein.",
    can: ["Sehen Sie, wie viele Benutzer und Token sie haben."],
  },
  sets: {
    title: "Berechtigungsstufen",
    about: "Rechte, die Benutzer und Gruppen zusammen bekommen.",
    can: [
      "Legen Sie eine Stufe an, und bestimmen Sie, was sie erlaubt.",
      "Geben Sie sie Benutzern und Gruppen, überall oder an einem Element.",
    ],
  },
  tokens: {
    title: "Token",
    about: "Wie Programme hineinkommen. Jedes Token hat eine Rolle und ein Ende.",
    can: [
      "Erzeugen Sie ein Token. Sein Geheimnis wird einmal gezeigt.",
      "Widerrufen Sie ein Token, das nicht mehr gebraucht wird.",
    ],
  },
  webhooks: {
    title: "Webhooks",
    about:
      "Wie andere Systeme sofort von Änderungen erfahren. Jede Nachricht ist signiert und wird wiederholt, bis der Empfänger sie angenommen hat.",
    can: [
      "Einen Webhook anlegen und einen Test senden. Sein Geheimnis wird einmal gezeigt.",
      "Im Protokoll sehen, was gesendet und was geantwortet wurde.",
      "Noch einmal senden, was aufgegeben wurde, oder alles ab einer Änderung.",
    ],
  },
  audit: {
    title: "Protokoll",
    about: "Anmeldungen und Änderungen von Berechtigungen, die neuesten zuerst. Einträge werden nie geändert.",
    can: ["Filtern Sie nach Benutzer, Art und Zeit."],
  },
  languages: {
    title: "Sprachen",
    about: "Die Sprachen der Inhalte.",
    can: [
      "Fügen Sie eine Sprache hinzu, wählen Sie den Standard und welche Pflicht sind.",
      "Die Texte einer entfernten Sprache bleiben, und kommen mit ihr wieder.",
    ],
  },
  kinds: {
    title: "Stereotypen",
    about: "Feinere Arten der Typen, die es gibt.",
    can: ["Legen Sie einen Stereotyp an. Autoren können ihn von da an wählen."],
  },
  types: {
    title: "Typen",
    about: "Die Typen von Elementen, und woraus jeder besteht. Ihre Ablage kann eigene Typen und Eigenschaften haben.",
    can: [
      "Sehen Sie nach, welche Attribute und Beziehungen ein Typ hat.",
      "Legen Sie einen neuen Typ an: Er beginnt wie einer des Standards und bekommt dann eigene Eigenschaften.",
      "Geben Sie einem Typ eine neue Eigenschaft: Text, Auswahl, Zahl, Datum oder Verweis auf andere Elemente.",
      "Legen Sie fest, welche Rollen eine Eigenschaft lesen oder ändern.",
      "Entfernen Sie, was nicht mehr gebraucht wird. Ein Typ kann gehen, wenn kein Element ihn hat.",
    ],
  },
  manuals: {
    title: "Vorlagen für Handbücher",
    about: "Wie gedruckte Handbücher dieser Ablage aussehen.",
    can: [
      "Laden Sie die Vorlage für ein Format und eine Sprache herunter, ändern Sie sie und laden Sie sie hoch. Was an ihr falsch ist, wird aufgezählt, und die vorige bleibt.",
      "Eine Word-Vorlage hat Platzhalter in doppelten geschweiften Klammern für das, was das Handbuch sagt: title, subtitle, facts, language.",
      "Setzen Sie eine Vorlage zurück: Dann gilt wieder die für alle Sprachen oder der Standard.",
    ],
  },
  synonyms: {
    title: "Synonyme",
    about: "Wörter, die für die Suche dieser Ablage dasselbe bedeuten.",
    can: [
      "Fügen Sie eine Gruppe hinzu: Wörter, die dasselbe bedeuten, durch Kommas getrennt. Die nächste Suche kennt sie.",
      "Ändern oder entfernen Sie eine Gruppe.",
    ],
  },
  trash: {
    title: "Papierkorb",
    about: "Was gelöscht wurde und noch zurückgeholt werden kann.",
    can: ["Stellen Sie ein Element wieder her, mit dem, was darunter stand."],
  },
  storage: {
    title: "Ablage und Sprachen",
    about: "Was für diese Ablage eingestellt ist. Betreiber des Dienstes ändern es.",
    can: ["Sehen Sie Sprachen, Region, Zeitzone und die Adressen für Programme nach."],
  },
  tenants: {
    title: "Ablagen",
    about: "Die Ablagen, um die sich diese Verwaltung kümmert.",
    can: ["Legen Sie eine Ablage an, mit einer Vorlage und ihrem ersten Administrator."],
  },
  everywhere: {
    title: "Überall",
    about: "Was in jeder Ansicht geht.",
    can: [],
    keys: { "/": "Suchen", "Strg+K": "Überallhin gehen, alles tun", "?": "Hilfe", Esc: "Schließen" },
  },
  nothing: {
    title: "Keine solche Seite",
    about: "Unter dieser Adresse ist nichts. Der Link kann alt oder unvollständig sein.",
    can: ["Suchen Sie, was Sie brauchen, oder gehen Sie zum Start."],
  },
};
export default screens;
