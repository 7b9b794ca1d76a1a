import type en from "../en/notices";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Hinweise",
  none: "Es gibt keine Hinweise",
  noneUnread: "Hinweise: nichts Neues",
  unread_one: "{{count}} neuer Hinweis",
  unread_other: "{{count}} neue Hinweise",
  more: "Mehr",
  readAll: "Alle als gelesen markieren",
  follow: "Dem Element und allem darunter folgen",
  unfollow: "Dem Element nicht mehr folgen",
  someone: "Ein Benutzer",
  mail: {
    label: "Als E-Mail",
    never: "Nie",
    atOnce: "Sofort",
    daily: "Einmal am Tag",
    confirm: "Öffnen Sie den Link in der E-Mail an Sie. Bis dahin kommt keine andere.",
  },
  kinds: {
    mention: "{{by}} fragt Sie bei „{{name}}“",
    reply: "{{by}} hat bei „{{name}}“ geantwortet",
    comment: "{{by}} hat „{{name}}“ kommentiert",
    release: "{{by}} hat „{{name}}“ freigegeben",
    decision: "Eine Aufgabe bei „{{name}}“: {{detail}}",
    translation: "Die Vorlage von Übersetzungen von „{{name}}“ wurde geändert, Texte: {{detail}}",
    acknowledge: "Bitte lesen und bestätigen Sie „{{name}}“",
    review: "Bitte sehen Sie bis zum {{detail}} nach, ob „{{name}}“ noch stimmt",
    expiry: "„{{name}}“ läuft ab, Tage bis dahin: {{detail}}",
  },
};
export default texts;
