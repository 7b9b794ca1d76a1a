// One side of a conflict as people read it: texts with the words marked that changed, references by their names.
import { diffWordsWithSpace } from "diff";
import { useTranslation } from "react-i18next";
import type { AttributeRule, RelatedElement } from "@/api/types.gen";
import { cultureTag, useWords } from "@/app/preferences";
import changes from "@/parts/Changes.module.css";
import { useLabel } from "@/parts/ElementLink";
import { wordsOf } from "@/parts/words";
import classes from "./Conflict.module.css";
import type { Clash } from "./clashes";
import type { Value } from "./draft";
import { Field } from "./Field";

type Side = "original" | "other" | "mine";

interface Properties {
  name: string;
  rule?: AttributeRule;
  clash: Clash;
  side: Side;
}

export function ConflictValue({ name, rule, clash, side }: Properties) {
  const words = useWords();
  if (clash.culture === null) return <Targets original={clash.original} targets={clash[side]} />;
  const value = clash[side];
  const [before, after] = [textOf(clash.original, rule), textOf(value, rule)];
  if (side !== "original" && before !== null && after !== null && before !== after) {
    return <Marked before={before} after={after} lang={cultureTag(Number(clash.culture))} />;
  }
  if (value === null || value === "" || rule === undefined) return <Plain value={value} />;
  return (
    <>
      <Field name={name} rule={rule} culture={Number(clash.culture)} words={words} value={value} />
      {side !== "original" && after !== null && value !== clash.original && <LayoutOnly />}
    </>
  );
}

const TEXTS = ["Html", "MultiLineText", "SingleLineText"];

/** The words of a text; null for what is no text. */
function textOf(value: Value, rule?: AttributeRule): string | null {
  if (value === null) return "";
  return typeof value === "string" && (rule === undefined || TEXTS.includes(rule.dataType)) ? wordsOf(value) : null;
}

function Plain({ value }: { value: Value }) {
  const { t } = useTranslation("element");
  return value === null || value === "" ? (
    <em className={changes.none}>{t("empty")}</em>
  ) : (
    <span>{typeof value === "string" ? wordsOf(value) : JSON.stringify(value)}</span>
  );
}

function LayoutOnly() {
  return <em className={changes.none}>{useTranslation("compare").t("layoutOnly")}</em>;
}

function Marked({ before, after, lang }: { before: string; after: string; lang?: string }) {
  const { t } = useTranslation("element");
  return (
    <div className={`${changes.text} ${changes.marked}`} lang={lang}>
      {diffWordsWithSpace(before, after).map(({ added, removed, value }, place) => {
        const Tag = added ? "ins" : removed ? "del" : "span";
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have nothing but their place
        return <Tag key={place}>{value}</Tag>;
      })}
      {after === "" && <em className={changes.none}>{t("empty")}</em>}
    </div>
  );
}

function Targets({ original, targets }: { original: RelatedElement[]; targets: RelatedElement[] }) {
  const { t } = useTranslation("element");
  const gone = original.filter((each) => !targets.some(({ id }) => id === each.id));
  const isOld = (target: RelatedElement) => original.some(({ id }) => id === target.id);
  return (
    <ul className={`${classes.targets} ${changes.marked}`}>
      {targets.map((each) => (
        <li key={each.id}>
          {isOld(each) ? (
            <Name target={each} />
          ) : (
            <ins>
              <Name target={each} />
            </ins>
          )}
        </li>
      ))}
      {gone.map((each) => (
        <li key={each.id}>
          <del>
            <Name target={each} />
          </del>
        </li>
      ))}
      {targets.length === 0 && (
        <li>
          <em className={changes.none}>{t("empty")}</em>
        </li>
      )}
    </ul>
  );
}

function Name({ target }: { target: RelatedElement }) {
  return useLabel(target);
}
