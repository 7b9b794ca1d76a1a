import type en from "../en/time";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  label: "Zeitpunkt",
  choose: "Stand vom …",
  ask: "Alles so zeigen, wie es an einem Tag war:",
  asOn: "Stand vom {{moment}}",
  readOnly: "Sie sehen die Vergangenheit. Hier lässt sich nichts ändern.",
  before: "Die Historie beginnt am {{day}}; davor gab es nichts.",
  revision: "{{moment}} (Revision {{revision}})",
  slider: "Tag, vom Beginn der Historie bis heute",
  field: "Datum",
  outside: "Wählen Sie ein Datum vom {{from}} bis heute.",
  today: "Zurück zu heute",
  close: "Bei heute bleiben",
};
export default texts;
