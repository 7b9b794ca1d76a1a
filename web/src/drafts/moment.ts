import { useTranslation } from "react-i18next";

/** When something was typed, by the clock of this browser: the time alone for today. */
export function useMoment(): (at: number) => string {
  const { i18n } = useTranslation();
  return (at) => {
    const isToday = new Date(at).toDateString() === new Date().toDateString();
    const style = isToday ? ({ timeStyle: "short" } as const) : ({ dateStyle: "medium", timeStyle: "short" } as const);
    return new Intl.DateTimeFormat(i18n.language, style).format(at);
  };
}
