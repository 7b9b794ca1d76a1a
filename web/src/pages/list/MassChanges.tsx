// What a change of many elements is: the properties that are to change, each with its new value.
import { ActionIcon, SegmentedControl, Select, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture, useStorageInfo, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { cultureName, useWords } from "@/app/preferences";
import { PickList } from "@/parts/PickList";
import { Field } from "../element/Field";
import classes from "./ListPage.module.css";
import { type Change, changeable, cultureOf, type Mode } from "./mass";

interface Offered {
  key: string;
  label: string;
  change: Change;
}

export const keyOf = (change: Change): string =>
  "targets" in change ? change.property.key : `${change.property.key}/${change.culture}`;

/** What can be changed of all that are chosen, each attribute in each culture. */
export function useOffered(facet: string, chosen: Parameters<typeof changeable>[2]): Offered[] {
  const { i18n } = useTranslation("list");
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const types = useTypes();
  const words = useWords();
  const { dataCultures } = useStorageInfo();
  return changeable(data, types, chosen).flatMap((property): Offered[] => {
    const label = inCulture(property.displayNames, words) ?? property.key;
    if ("related" in property) return [{ key: property.key, label, change: { property, mode: "set", targets: [] } }];
    const cultures = property.attribute.isInvariantCulture ? [cultureOf(property, 0)] : dataCultures;
    return cultures.map((culture) => ({
      key: `${property.key}/${culture}`,
      label: property.attribute.isInvariantCulture ? label : `${label} (${cultureName(culture, i18n.language)})`,
      change: { property, culture, value: null },
    }));
  });
}

interface ChangesProperties {
  offered: Offered[];
  changes: Change[];
  set: (changes: Change[]) => void;
}

/** The properties that are to change, each with its new value; and all others to choose from. */
export function Changes({ offered, changes, set }: ChangesProperties) {
  const { t } = useTranslation("list");
  const taken = changes.map(keyOf);
  return (
    <>
      {changes.map((each, at) => (
        <div key={keyOf(each)} className={classes.change}>
          <Text size="sm" fw={600}>
            {offered.find((other) => other.key === keyOf(each))?.label}
          </Text>
          <ChangeField
            change={each}
            label={offered.find((other) => other.key === keyOf(each))?.label ?? ""}
            set={(next) => set(changes.map((other, index) => (index === at ? next : other)))}
          />
          <ActionIcon
            aria-label={t("leaveAsIs", { name: offered.find((other) => other.key === keyOf(each))?.label })}
            onClick={() => set(changes.filter((_, index) => index !== at))}
          >
            <X size={15} />
          </ActionIcon>
        </div>
      ))}
      <Select
        openOnFocus={false}
        size="sm"
        searchable
        data-autofocus
        label={t("property")}
        placeholder={t("propertyHelp")}
        nothingFoundMessage={t("noField")}
        data={offered.filter((each) => !taken.includes(each.key)).map(({ key, label }) => ({ value: key, label }))}
        value={null}
        onChange={(key) => {
          const found = offered.find((each) => each.key === key);
          if (found) set([...changes, found.change]);
        }}
      />
    </>
  );
}

function ChangeField({ change, label, set }: { change: Change; label: string; set: (next: Change) => void }) {
  const { t } = useTranslation("list");
  const words = useWords();
  if ("targets" in change) {
    const { maxOccurrence } = change.property.related;
    return (
      <div>
        {maxOccurrence !== 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t("mode")}
            value={change.mode}
            onChange={(mode) => set({ ...change, mode: mode as Mode })}
            data={(["set", "add", "remove"] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
        )}
        <PickList
          label={label}
          rule={change.property.related}
          value={change.targets}
          change={(targets) => set({ ...change, targets })}
        />
        {change.mode === "set" && change.targets.length === 0 && <Emptied />}
      </div>
    );
  }
  return (
    <div>
      <Field
        name={label}
        rule={change.property.attribute}
        culture={change.culture}
        value={change.value}
        words={words}
        change={(value) => set({ ...change, value })}
      />
      {change.value === null && <Emptied />}
    </div>
  );
}

function Emptied() {
  const { t } = useTranslation("list");
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t("emptied")}
    </Text>
  );
}
