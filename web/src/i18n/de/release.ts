import type en from "../en/release";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  tab: "Freigabe",
  flow: "Lebenszyklus",
  mark: { done: "erledigt", current: "jetzt", skipped: "übersprungen", open: "offen" },
  by: "{{name}}",
  sentBack: "{{name}} hat es am {{day}} zurückgegeben",
  decided: { accepted: "angenommen", declined: "abgelehnt", closed: "nicht mehr nötig", open: "wartet" },
  allWithRole: "Alle mit der Rolle {{role}}",
  steps: "Nächste Schritte",
  stepsHelp: "Was Sie jetzt mit dieser Version tun können.",
  noSteps: "Es gibt keinen Schritt zu tun",
  noStepsHelp: "Diese Version bleibt, wie sie ist. Eine neue Version beginnt von vorn.",
  otherSteps: "Nicht für Sie, oder nicht jetzt",
  goesTo: "führt zu",
  findings: "Was die Regeln sagen",
  findingsHelp: "Jeder Satz führt zu der Stelle, von der er spricht.",
  severity: { error: "Fehler", warning: "Warnung" },
  errors_one: "{{count}} Fehler steht dagegen",
  errors_other: "{{count}} Fehler stehen dagegen",
  warnings_one: "{{count}} Warnung",
  warnings_other: "{{count}} Warnungen",
  blocks: {
    "permission-missing": "Dafür fehlt Ihnen ein Recht an diesem Element.",
    "not-allowed": "Das ist Sache anderer: einer höheren Rolle, oder derer, die am Element dafür genannt sind.",
    "tasks-open": "Es wartet schon auf die Entscheidung über seine Aufgaben.",
    "acceptances-missing": "Es fehlt noch die Zustimmung anderer.",
  },
  given: { reason: "Grund", externalReference: "Aktenzeichen der externen Genehmigung" },
  ignore_one: "Trotz {{count}} Warnung weitermachen",
  ignore_other: "Trotz {{count}} Warnungen weitermachen",
  taken: "Erledigt: {{step}}.",
  take: "{{step}}",
};
export default texts;
