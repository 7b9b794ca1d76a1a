// Two values side by side: words that came and went are marked in texts; everything else is shown as its data type wants it.
import { diffWordsWithSpace } from "diff";
import { useTranslation } from "react-i18next";
import type { AttributeRule, ValueChange } from "@/api/types.gen";
import { cultureTag, useWords } from "@/app/preferences";
import changes from "@/parts/Changes.module.css";
import { wordsOf } from "@/parts/words";
import type { Value } from "../element/draft";
import { Field } from "../element/Field";
import classes from "./Compare.module.css";

const TEXTS = ["Html", "MultiLineText", "SingleLineText"];

interface Properties {
  name: string;
  rule?: AttributeRule;
  culture: number;
  change: ValueChange;
  side: "from" | "to";
}

export function Values({ name, rule, culture, change, side }: Properties) {
  const words = useWords();
  const value = change[side] ?? null;
  if (rule !== undefined && !TEXTS.includes(rule.dataType)) {
    return <Field name={name} rule={rule} culture={culture} words={words} value={value as Value} />;
  }
  if (value === null || value === "") return <span className={changes.none}>–</span>;
  if (typeof value !== "string") return <span>{JSON.stringify(value)}</span>;
  return <Words change={change} side={side} lang={cultureTag(culture)} />;
}

function Words({ change, side, lang }: { change: ValueChange; side: "from" | "to"; lang?: string }) {
  const { t } = useTranslation("compare");
  const [old, now] = [wordsOf(String(change.from ?? "")), wordsOf(String(change.to ?? ""))];
  if (old === now) {
    return (
      <div className={`${changes.text} ${changes.marked} ${classes.text}`} lang={lang}>
        {now}
        <em>{t("layoutOnly")}</em>
      </div>
    );
  }
  const Marked = side === "from" ? "del" : "ins";
  const parts = diffWordsWithSpace(old, now).filter((each) => (side === "from" ? !each.added : !each.removed));
  return (
    <div className={`${changes.text} ${changes.marked} ${classes.text}`} lang={lang}>
      {parts.map((each, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have nothing but their place
        each.added || each.removed ? <Marked key={place}>{each.value}</Marked> : <span key={place}>{each.value}</span>,
      )}
    </div>
  );
}
