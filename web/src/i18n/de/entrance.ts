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
  choose: "Neues Passwort wählen",
  chooseHelp: "Es ersetzt das alte. Sie werden hier angemeldet und überall sonst abgemeldet.",
  chooseDo: "Passwort setzen und anmelden",
  linkGone:
    "Dieser Link wurde schon benutzt, ist zu alt oder gilt nicht mehr. Lassen Sie sich von der Administration einen neuen geben.",
  toSignIn: "Stattdessen anmelden",
  forgot: "Passwort vergessen? Die Administration kann Ihnen einen Link erzeugen, mit dem Sie ein neues wählen.",
  forgotten: "Passwort vergessen?",
  byMail: "Link zusenden",
  byMailHelp: "Ein Link, mit dem Sie ein neues Passwort wählen, geht an die Adresse, die Sie bestätigt haben.",
  byMailSent:
    "Gibt es ein solches Konto mit bestätigter Adresse, ist eine E-Mail mit einem Link unterwegs. Kommt keine, bitten Sie die Administration um einen Link.",
  old: "Bisheriges Passwort",
  oldWrong: "Das ist nicht Ihr bisheriges Passwort.",
  new: "Neues Passwort",
  newHelp: "Mindestens {{count}} Zeichen. Mehrere Wörter sind ein gutes Passwort.",
  again: "Neues Passwort noch einmal",
  differs: "Die beiden Passwörter sind verschieden.",
  show: "Neues Passwort zeigen",
  showAgain: "Wiederholtes Passwort zeigen",
  showOld: "Bisheriges Passwort zeigen",
  change: "Passwort ändern",
  set: "Passwort setzen",
  changeDo: "Passwort ändern",
  setDo: "Passwort setzen",
  changeHelp: "Alle Ihre anderen Sitzungen enden, und noch unbenutzte Links gelten nicht mehr.",
  changed: "Ihr Passwort wurde geändert. Alle anderen Sitzungen sind beendet.",
  otherPerson:
    "Nicht {{name}}? Melden Sie sich selbst an: Die Seite beginnt dann neu und zeigt nichts von dieser Person.",
  errandDone: "Sie sind angemeldet. Sie können dieses Fenster schließen und im anderen weitermachen.",
  about: "Prozesse, Rollen, Systeme und Dokumente, und was sie verbindet.",
};
export default texts;
