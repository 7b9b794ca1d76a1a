import type en from "../en/tasks";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Meine Aufgaben",
  open: "Zu entscheiden",
  decided: "Entschieden",
  nothing: "Nichts wartet auf Sie",
  nothingHelp: "Wenn eine Version von Ihnen gelesen, geprüft oder freigegeben werden soll, erscheint sie hier.",
  nothingDecided: "Sie haben noch nichts entschieden",
  nothingDecidedHelp: "Aufgaben, die Sie angenommen oder abgelehnt haben, bleiben hier, mit Ihren Gründen.",
  since: "seit {{day}}",
  for: "für",
  look: "Zur Freigabe",
  accept: "Annehmen",
  acceptOf: "Annehmen: {{name}}",
  acceptHelp: "Sie stimmen zu, dass diese Version weitergeht.",
  acceptDone: "Angenommen.",
  decline: "Ablehnen",
  declineOf: "Ablehnen: {{name}}",
  declineHelp: "Die Version geht an ihre Autoren zurück, die Ihren Grund lesen.",
  declineDone: "Abgelehnt.",
  delegate: "Weitergeben",
  delegateOf: "Weitergeben: {{name}}",
  delegateHelp: "Jemand anders entscheidet an Ihrer Stelle.",
  delegateDone: "Weitergegeben.",
  reason: "Grund",
  to: "An wen",
  ignore_one: "Trotz {{count}} Warnung annehmen",
  ignore_other: "Trotz {{count}} Warnungen annehmen",
  states: { open: "offen", accepted: "Angenommen", declined: "Abgelehnt", closed: "Nicht mehr nötig" },
  kinds: {
    Review: "Review",
    "Approve quality": "Qualität freigeben",
    "Approve release": "Freigabe erteilen",
    "Approve expiry": "Ablauf genehmigen",
  },
};
export default texts;
