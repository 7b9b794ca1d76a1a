import type en from "../en/entrance";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Anmelden",
  name: "Name",
  password: "Passwort",
  signIn: "Anmelden",
  or: "oder",
  openId: "Mit {{name}} anmelden",
  wrong: "Name oder Passwort ist falsch.",
  wait: "Zu viele Versuche. Versuchen Sie es in {{seconds}} Sekunden wieder.",
  linkUsed:
    "Dieser Link wurde schon benutzt oder ist zu alt. Lassen Sie sich einen neuen geben oder melden Sie sich mit Ihrem Passwort an.",
  ended: "Ihre Sitzung ist zu Ende. Melden Sie sich an, um weiterzumachen, wo Sie waren.",
  about: "Prozesse, Rollen, Systeme und Dokumente, und was sie verbindet.",
};
export default texts;
