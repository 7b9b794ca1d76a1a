import type en from "../en/presence";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Wer noch hier ist",
  here: "{{name}} ist hier",
  changing: "{{name}} ändert dies gerade",
  other: "Ein anderer Benutzer",
  seen: "Anderen zeigen, wo ich bin",
  seenHint: "Aus: Sie sehen auch nicht, wo andere sind.",
  more: "{{count}} weitere",
  notice_one:
    "{{names}} ändert dies gerade und hat noch nicht gespeichert. Ändern Sie beide dasselbe, wählen Sie beim Speichern.",
  notice_other:
    "{{names}} ändern dies gerade und haben noch nicht gespeichert. Ändern Sie dasselbe, wählen Sie beim Speichern.",
};
export default texts;
