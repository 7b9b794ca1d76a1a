import { useTranslation } from "react-i18next";
import { dayOf, moment } from "./moment";

/** A moment, or only its day, as people read it and as programs do. */
export function Moment({ at, isDay = false }: { at: string; isDay?: boolean }) {
  useTranslation(); // written again when the language changes
  return <time dateTime={at}>{isDay ? dayOf(at) : moment(at)}</time>;
}
