// What would come of a change to many elements: before and after of each, or what stands in the way of it.
import { Alert, Button, Group, Text } from "@mantine/core";
import { ArrowRight, CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { labelOf, useTypes } from "@/api/hooks";
import type { Element } from "@/api/types.gen";
import { useCulture, useWords } from "@/app/preferences";
import { explain } from "@/parts/Failure";
import { TypeDot } from "@/parts/TypeDot";
import { columnOf, valueText } from "./columns";
import classes from "./ListPage.module.css";
import type { Change, Outcome } from "./mass";
import type { Chosen } from "./selection";
import { Names } from "./Table";

interface Properties {
  outcome: Outcome;
  changes: Change[];
  chosen: ReadonlyMap<string, Chosen>;
  leaveOut: (ids: readonly string[]) => void;
}

function useNames(chosen: ReadonlyMap<string, Chosen>): (id: string) => string {
  const types = useTypes();
  const culture = useCulture();
  return (id) => {
    const found = chosen.get(id);
    return found ? labelOf(types, { ...found, facetName: "" }, culture) || id : id;
  };
}

interface MeanwhileProperties {
  ids: readonly string[];
  chosen: ReadonlyMap<string, Chosen>;
  leaveOut: () => void;
}

/** What others changed since it was shown. */
export function Meanwhile({ ids, chosen, leaveOut }: MeanwhileProperties) {
  const { t } = useTranslation("list");
  const title = t("overtaken", { count: ids.length });
  const about = ids.map((id): [string, string] => [id, ""]);
  return <Refused title={title} help={t("overtakenHelp")} label={title} {...{ about, chosen, leaveOut }} />;
}

interface UnwrittenProperties {
  failed: ReadonlyMap<string, unknown>;
  chosen: ReadonlyMap<string, Chosen>;
  leaveOut: () => void;
}

/** What could not be changed while the others were. */
export function Unwritten({ failed, chosen, leaveOut }: UnwrittenProperties) {
  const { t } = useTranslation("list");
  const errors = useTranslation("errors").t;
  const title = t("unwritten", { count: failed.size });
  const about = [...failed].map(([id, error]): [string, string] => {
    const { title: what, help } = explain(error, errors);
    return [id, [what, help].filter(Boolean).join(" – ")];
  });
  return <Refused title={title} help={t("unwrittenHelp")} label={title} {...{ about, chosen, leaveOut }} />;
}

interface RefusedProperties {
  title: string;
  help: string;
  /** What the list of elements is called. */
  label: string;
  /** The elements in the way, each with what is to be said of it. */
  about: readonly [string, string][];
  chosen: ReadonlyMap<string, Chosen>;
  leaveOut: () => void;
}

/** What is in the way of a change of many, and the way around it. */
function Refused({ title, help, label, about, chosen, leaveOut }: RefusedProperties) {
  const { t } = useTranslation("list");
  const name = useNames(chosen);
  return (
    <Alert color="red" variant="outline" icon={<CircleAlert size={18} aria-hidden />} role="alert" title={title}>
      <Text size="sm">{help}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of keys */}
      <ul className={classes.outcome} aria-label={label} tabIndex={0}>
        {about.map(([id, text]) => (
          <li key={id}>
            <b>{name(id)}</b>
            {text && <span>{text}</span>}
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" mt="xs" onClick={leaveOut}>
        {t("leaveOut", { count: about.length })}
      </Button>
    </Alert>
  );
}

export function Preview({ outcome, changes, chosen, leaveOut }: Properties) {
  const { t } = useTranslation("list");
  const name = useNames(chosen);
  const { changed, same, findings } = outcome;
  if (findings.size > 0) {
    return (
      <Refused
        title={t("refused")}
        help={t("refusedHelp", { count: findings.size })}
        label={t("findings")}
        about={[...findings].map(([id, texts]) => [id, texts.join(" ")])}
        chosen={chosen}
        leaveOut={() => leaveOut([...findings.keys()])}
      />
    );
  }
  return (
    <section aria-label={t("previewOf")}>
      <Text size="sm" fw={600} role="status">
        {t("wouldChange", { count: changed.length })} {same > 0 && t("staySame", { count: same })}
      </Text>
      {changed.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of keys
        <ul className={classes.outcome} aria-label={t("previewOf")} tabIndex={0}>
          {changed.map(({ before, after }) => (
            <li key={before.id}>
              <Group gap={8} wrap="nowrap">
                <TypeDot type={before.type} />
                <b>{name(before.id)}</b>
              </Group>
              {changes.map((each) => (
                <span key={each.property.key + ("culture" in each ? each.culture : "")} className={classes.step}>
                  <del>
                    <Shown element={before} change={each} />
                  </del>
                  <ArrowRight size={13} aria-label={t("becomes")} />
                  <ins>
                    <Shown element={after} change={each} />
                  </ins>
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Shown({ element, change }: { element: Element; change: Change }) {
  const { t } = useTranslation("list");
  const shell = useTranslation().t;
  const types = useTypes();
  const culture = useCulture();
  const words = useWords();
  const { key } = change.property;
  if ("targets" in change) {
    const found = element.related?.[key] ?? [];
    return found.length === 0 ? (
      t("none")
    ) : (
      <Names references={found} types={types} culture={culture} none={shell("unknownElement")} />
    );
  }
  const value = element.attributes?.[key]?.[change.culture];
  if (value === undefined || value === "") return t("none");
  return valueText(columnOf(change.property, words), value, { yes: t("yes"), no: t("no") });
}
