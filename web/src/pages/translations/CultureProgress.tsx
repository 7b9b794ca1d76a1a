// How far each language is, and which one is translated into.
import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CultureTranslations } from "@/api/types.gen";
import { cultureName } from "@/app/preferences";
import classes from "./Translations.module.css";

interface Properties {
  counts: CultureTranslations[];
  chosen: number;
  choose: (culture: number) => void;
}

export function CultureProgress({ counts, chosen, choose }: Properties) {
  const { t, i18n } = useTranslation("translations");
  return (
    <fieldset className={classes.cultures} aria-label={t("progress")}>
      {counts.map(({ culture, current, stale, missing, fallback }) => {
        const total = current + stale + missing + fallback;
        const share = (number: number) => (total === 0 ? 0 : (100 * number) / total);
        return (
          <button
            key={culture}
            type="button"
            className={classes.culture}
            aria-pressed={culture === chosen}
            onClick={() => choose(culture)}
          >
            <b>{cultureName(culture, i18n.language)}</b>
            <Progress.Root size="sm" aria-hidden>
              <Progress.Section value={share(current)} color="gem" />
              <Progress.Section value={share(stale)} color="orange" />
            </Progress.Root>
            <span>{t("current", { current, total })}</span>
            <span>
              {t("counts.stale", { count: stale })}, {t("counts.missing", { count: missing + fallback })}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
