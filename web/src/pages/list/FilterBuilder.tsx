// A filter as rows of conditions. It reads the text and writes it: whichever of the two is changed, the other follows.
import { ActionIcon, Button, Group, MultiSelect, SegmentedControl, Select, Text, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import { cultureName } from "@/app/preferences";
import { useKeptState } from "@/drafts/useKeptState";
import { canShow, type FilterField, findField, isPlain, operatorsOf, useFilterFields } from "./fields";
import {
  type Condition,
  type Conditions,
  isComplete,
  isUnary,
  NO_CONDITIONS,
  parseFilter,
  renderFilter,
} from "./filter-text";
import classes from "./ListPage.module.css";

interface Properties {
  facet: string;
  text: string;
  change: (text: string) => void;
}

export default function FilterBuilder({ facet, text, change }: Properties) {
  const { t } = useTranslation("list");
  const fields = useFilterFields(facet);
  const write = (given: Conditions) => renderFilter(given, (left) => isPlain(findField(fields, left)));
  // Rows that still lack a value are not in the text: they are kept beside it until they say something.
  const [own, setOwn] = useKeptState<{ text: string; conditions: Conditions } | null>(`conditions/${facet}`, null);
  const read = parseFilter(text);
  const shown = own?.text === text ? own.conditions : read;
  const set = (conditions: Conditions) => {
    const next = write(conditions);
    setOwn(conditions.conditions.every(isComplete) ? null : { text: next, conditions });
    change(next);
  };
  if (shown === null || !canShow(fields, withField(shown))) {
    return (
      <div className={`fs-card ${classes.builder}`} role="group" aria-label={t("builder")}>
        <Text size="sm">{t("tooMuch")}</Text>
        <Button size="xs" variant="default" mt={8} onClick={() => set(NO_CONDITIONS)}>
          {t("startAgain")}
        </Button>
      </div>
    );
  }
  const { match, conditions } = shown;
  const put = (at: number, next: Condition) =>
    set({ match, conditions: conditions.map((each, index) => (index === at ? next : each)) });
  return (
    <div className={`fs-card ${classes.builder}`} role="group" aria-label={t("builder")}>
      {conditions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("noConditions")}
        </Text>
      )}
      {conditions.map((each, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place alone
          key={at}
          number={at + 1}
          fields={fields}
          condition={each}
          change={(next) => put(at, next)}
          remove={() => set({ match, conditions: conditions.filter((_, index) => index !== at) })}
        />
      ))}
      <Group gap="sm" mt={8}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={13} aria-hidden />}
          onClick={() => set({ match, conditions: [...conditions, fresh()] })}
        >
          {t("addCondition")}
        </Button>
        {conditions.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t("match")}
            value={match}
            onChange={(next) => set({ match: next as Conditions["match"], conditions })}
            data={[
              { value: "all", label: t("matchAll") },
              { value: "any", label: t("matchAny") },
            ]}
          />
        )}
      </Group>
    </div>
  );
}

const fresh = (): Condition => ({ left: "", culture: null, operator: "contains", values: [] });

/** A row whose field is still to be chosen is no reason to fall back to text. */
function withField({ match, conditions }: Conditions): Conditions {
  return { match, conditions: conditions.filter((each) => each.left !== "") };
}

interface RowProperties {
  number: number;
  fields: FilterField[];
  condition: Condition;
  change: (condition: Condition) => void;
  remove: () => void;
}

function Row({ number, fields, condition, change, remove }: RowProperties) {
  const { t, i18n } = useTranslation("list");
  const { dataCultures } = useStorageInfo();
  const field = findField(fields, condition.left);
  const operators = field ? operatorsOf(field) : [];
  const choose = (key: string | null) => {
    const next = fields.find((each) => each.key === key);
    if (next) change({ left: next.key, culture: null, operator: operatorsOf(next)[0] ?? "eq", values: [] });
  };
  return (
    <div className={classes.condition} role="group" aria-label={t("condition", { number })}>
      <Select
        openOnFocus={false}
        size="xs"
        searchable
        aria-label={t("field")}
        placeholder={t("field")}
        data={fields.map((each) => ({ value: each.key, label: each.label }))}
        value={field?.key ?? null}
        onChange={choose}
        allowDeselect={false}
        nothingFoundMessage={t("noField")}
      />
      {field?.hasCultures && (
        <Select
          openOnFocus={false}
          size="xs"
          w={130}
          aria-label={t("inCulture")}
          data={[
            { value: "", label: t("anyCulture") },
            ...dataCultures.map((each) => ({ value: String(each), label: cultureName(each, i18n.language) })),
          ]}
          value={condition.culture === null ? "" : String(condition.culture)}
          onChange={(next) => change({ ...condition, culture: next ? Number(next) : null })}
          allowDeselect={false}
        />
      )}
      {field && (
        <Select
          openOnFocus={false}
          size="xs"
          w={150}
          aria-label={t("operator")}
          data={operators.map((each) => ({ value: each, label: t(`operators.${each}`) }))}
          value={condition.operator}
          onChange={(next) => next && change({ ...condition, operator: next as Condition["operator"] })}
          allowDeselect={false}
        />
      )}
      {field && !isUnary(condition.operator) && <Value field={field} condition={condition} change={change} />}
      <ActionIcon aria-label={t("removeCondition", { number })} onClick={remove}>
        <X size={15} />
      </ActionIcon>
    </div>
  );
}

interface ValueProperties {
  field: FilterField;
  condition: Condition;
  change: (condition: Condition) => void;
}

function Value({ field, condition, change }: ValueProperties) {
  const { t } = useTranslation("list");
  const set = (values: string[]) => change({ ...condition, values });
  const value = condition.values[0] ?? "";
  const common = { size: "xs" as const, "aria-label": t("value"), style: { flex: 1, minWidth: 150 } };
  if (condition.operator === "in") {
    return <MultiSelect openOnFocus={false} {...common} data={field.choices} value={condition.values} onChange={set} />;
  }
  if (field.kind === "choice" || field.kind === "boolean") {
    const words = [
      { value: "true", label: t("yes") },
      { value: "false", label: t("no") },
    ];
    const data = field.kind === "boolean" ? words : field.choices;
    // A value that is not among those known is still what the text says.
    const shown = value && !data.some((each) => each.value === value) ? [...data, { value, label: value }] : data;
    return (
      <Select
        openOnFocus={false}
        {...common}
        data={shown}
        value={value || null}
        onChange={(next) => set(next ? [next] : [])}
      />
    );
  }
  const kinds = { number: "number", date: value.length > 10 ? "text" : "date" } as const;
  const type = field.kind === "number" || field.kind === "date" ? kinds[field.kind] : "text";
  return (
    <TextInput
      {...common}
      type={type}
      value={value}
      step="any"
      onChange={(event) => set([event.currentTarget.value])}
    />
  );
}
