import type en from "../en/reviews";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Prüfung",
  every_one: "Freigegebenes ist jeden Monat wieder anzusehen.",
  every_other: "Freigegebenes ist alle {{count}} Monate wieder anzusehen.",
  dueOn: "Die nächste Prüfung ist am {{day}} fällig.",
  overdueSince: "Eine Prüfung war am {{day}} fällig.",
  confirmedBy: "{{name}} hat am {{day}} bestätigt, dass diese Version noch stimmt.",
  confirmedOn: "Am {{day}} wurde bestätigt, dass diese Version noch stimmt.",
  notConfirmed: "Seit der Freigabe wurde diese Version nicht bestätigt.",
  stillRight: "Stimmt noch",
  orElse: "Stimmt es nicht mehr, erstellen Sie eine neue Version.",
  thanks: "Danke. Es ist bei dieser Version vermerkt.",
  please: "Bitte sehen Sie bis zum {{day}} nach, ob diese Version noch stimmt.",
  late: "Bitte sehen Sie nach, ob diese Version noch stimmt. Das war am {{day}} fällig.",
  other: "Bitte sehen Sie nach, ob die gültige Version noch stimmt; das hier ist eine andere.",
  open: "Die gültige Version öffnen",
  toReview: "Wieder anzusehen",
  due: "fällig am {{day}}",
  overdue: "überfällig seit {{day}}",
  overdueOf: "{{count}} überfällig",
  more: "{{count}} weitere sind fällig.",
};
export default texts;
