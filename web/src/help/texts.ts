// The texts of help, in the language of the page. They are loaded when help is opened.
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { chunk } from "@/app/chunk";
import type { Topic } from "./topic";
import type { TopicKey } from "./topics";

type Screens = Record<TopicKey, Topic>;

const SCREENS: Record<string, () => Promise<{ default: Screens }>> = {
  de: () => chunk(() => import("@/i18n/de/help/screens")),
  en: () => chunk(() => import("@/i18n/en/help/screens")),
};

export function useScreens(): Screens {
  const { language } = useTranslation().i18n;
  const load = SCREENS[language] as () => Promise<{ default: Screens }>;
  const queryFn = async () => (await load()).default;
  return useSuspenseQuery({ queryKey: ["texts", "screens", language], queryFn, staleTime: Number.POSITIVE_INFINITY })
    .data;
}
