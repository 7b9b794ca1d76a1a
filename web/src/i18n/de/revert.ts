import type en from "../en/revert";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  whole: "Diese Version zurückholen",
  wholeOf: "Version {{version}} zurückholen",
  moment: "Zurückholen",
  momentOf: "Den Stand nach dieser Änderung zurückholen, {{time}}",
  undo: "Meine letzte Änderung rückgängig machen",
  undoHelp: "Holt zurück, was Ihre letzte Änderung an diesem Element ersetzt hat, und nichts sonst.",
  ticked_one: "{{count}} Änderung aus {{version}} zurückholen",
  ticked_other: "{{count}} Änderungen aus {{version}} zurückholen",
  tick: "Zurückholen: {{name}}",
  tickHelp: "Haken Sie an, was aus der älteren Version zurückkommen soll. Es kommt in den Entwurf.",
  broughtBack: "Es ist wieder da, im Entwurf.",
  undone: "Ihre Änderung ist rückgängig gemacht.",
  missing: "Nicht alles konnte zurückgeholt werden",
  ask: {
    title: "{{version}} zurückholen?",
    help: "Was abweicht, kommt in den Entwurf; ohne Entwurf entsteht einer. Freigegebene Versionen bleiben, wie sie sind.",
    confirm: "Zurückholen",
    cancel: "Abbrechen",
  },
  conflict: {
    title: "Das wurde seitdem geändert",
    help: "Noch ist nichts gespeichert. Wählen Sie für jede Eigenschaft, ob sie zurückkommt oder bleibt, wie sie jetzt ist.",
    original: "Davor",
    other: "Wie es jetzt ist",
    mine: "Kommt zurück",
    keep: "Auswahl zurückholen",
  },
};
export default texts;
