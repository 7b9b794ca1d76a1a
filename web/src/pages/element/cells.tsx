// The properties of a form, each with its name, what there is to know about it, and what was found wrong.
import { Tooltip } from "@mantine/core";
import { Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { AttributeProperty, Element, Finding, RelatedProperty } from "@/api/types.gen";
import { cultureName, useWords } from "@/app/preferences";
import { PickList } from "@/parts/PickList";
import { currentValue, type Draft, relatedOf, withRelated, withValue } from "./draft";
import classes from "./Element.module.css";
import { Field } from "./Field";

export type Property = AttributeProperty | RelatedProperty;

/** What all properties of a form need of it. */
export interface Shared {
  element: Element;
  draft: Draft;
  setDraft?: (edit: (draft: Draft) => Draft) => void;
  findings: Finding[];
  mandatory: string[];
}

interface CellProperties extends Shared {
  property: AttributeProperty;
  culture: number;
  marksMissing?: boolean;
}

export function Cell({
  property,
  culture,
  marksMissing,
  element,
  draft,
  setDraft,
  findings,
  mandatory,
}: CellProperties) {
  const { t, i18n } = useTranslation("element");
  const words = useWords();
  const label = inCulture(property.displayNames, words) ?? property.key;
  const value = currentValue(element, draft, property.key, culture);
  const isTouched = draft.attributes[property.key]?.[culture] !== undefined;
  const isMissing = marksMissing && (value === null || value === "");
  const language = culture === 127 ? "" : cultureName(culture, i18n.language);
  const error = findings.find((each) => isAbout(each, "attributes", property.key, culture))?.error;
  return (
    <div data-field={`attributes/${property.key}/${culture}`}>
      <div className={classes.label}>
        {label}
        {language && <small>{language}</small>}
        {isMissing && <span className={classes.missing}>{t("missing")}</span>}
        {mandatory.includes(property.key) && isMissing && <small>{t("mandatory")}</small>}
        {isTouched && <span className={classes.touched} />}
        <About property={property} />
      </div>
      <Field
        name={language ? `${label} (${language})` : label}
        rule={property.attribute}
        culture={culture}
        value={value}
        error={error}
        words={words}
        change={setDraft && ((next) => setDraft((before) => withValue(element, before, property.key, culture, next)))}
      />
    </div>
  );
}

function isAbout(finding: Finding, part: string, key: string, culture?: number): boolean {
  const path = finding.path ?? "";
  const names = path.split(/[./[\]]+/);
  if (!names.includes(key) || !(names.includes(part) || names.length <= 3)) return false;
  const cultureInPath = names.find((each) => /^\d{2,}$/.test(each));
  return culture === undefined || cultureInPath === undefined || cultureInPath === String(culture);
}

function About({ property }: { property: Property }) {
  const { t } = useTranslation("element");
  const text = inCulture(property.tooltips, useWords());
  if (!text) return null;
  return (
    <Tooltip label={text} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" data-about aria-label={`${t("about")}: ${text}`} className={classes.about}>
        <Info size={13} color="var(--fs-quiet)" aria-hidden />
      </button>
    </Tooltip>
  );
}

export function Relation({ property, element, draft, setDraft, findings }: Shared & { property: RelatedProperty }) {
  const label = inCulture(property.displayNames, useWords()) ?? property.key;
  const error = findings.find((each) => isAbout(each, "related", property.key))?.error;
  return (
    <div data-field={`related/${property.key}`}>
      <div className={classes.label}>
        {label}
        {draft.related[property.key] !== undefined && <span className={classes.touched} />}
        <About property={property} />
      </div>
      <PickList
        label={label}
        rule={property.related}
        value={relatedOf(element, draft, property.key)}
        creates
        change={
          setDraft && !property.related.readOnly
            ? (next) => setDraft((before) => withRelated(element, before, property.key, next))
            : undefined
        }
      />
      {error && <div className={classes.missing}>{error}</div>}
    </div>
  );
}
