// A text to translate: on the left its source, with what was changed since it was translated, on the right the translation.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { AttributeProperty, Translation } from "@/api/types.gen";
import { cultureName, useWords } from "@/app/preferences";
import { Values } from "../compare/Values";
import { Cell, type Shared } from "../element/cells";
import { storedValue } from "../element/draft";
import { Field } from "../element/Field";
import classes from "./Translations.module.css";

interface Properties extends Shared {
  property: AttributeProperty;
  translation: Translation;
  source: number;
  /** Absent where it cannot be confirmed. */
  confirm?: () => void;
}

export function TextPair({ property, translation, source, confirm, ...shared }: Properties) {
  const { t, i18n } = useTranslation("translations");
  const words = useWords();
  const name = inCulture(property.displayNames, words) ?? property.key;
  const value = storedValue(shared.element, property.key, source);
  const { state, culture, shown, sourceBefore } = translation;
  const change = { from: sourceBefore, to: value };
  const common = { name: `${name} (${cultureName(source, i18n.language)})`, rule: property.attribute, culture: source };
  return (
    <div className={classes.pair} data-state={state}>
      <div>
        <div className={classes.label}>
          {name} <small>{cultureName(source, i18n.language)}</small>
        </div>
        {state === "stale" && sourceBefore !== undefined ? (
          <>
            <Values {...common} change={change} side="to" />
            <div className={classes.before}>
              <small>{t("before")}</small>
              <Values {...common} change={change} side="from" />
            </div>
          </>
        ) : (
          <Field {...common} value={value} words={words} />
        )}
      </div>
      <div>
        <Cell property={property} culture={culture} {...shared} />
        <div className={classes.state}>
          <span className={classes.badge} data-state={state}>
            {t(`states.${state}`)}
          </span>
          {shown !== undefined && <small>{t("shown", { language: cultureName(shown, i18n.language) })}</small>}
          {state === "stale" && confirm && (
            <Button size="compact-xs" variant="default" aria-label={t("stillRightOf", { name })} onClick={confirm}>
              {t("stillRight")}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
