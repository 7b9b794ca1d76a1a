// A related context as a list to pick from: what is in it, and a search for what may come in.
import { Combobox, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { elementPath, read } from "@/api/client";
import { inCulture, labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Elements, RelatedElement, RelatedRule } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import classes from "@/pages/element/Element.module.css";
import { ElementLink, useLabel } from "./ElementLink";
import { TypeDot } from "./TypeDot";

interface Properties {
  label: string;
  rule: RelatedRule;
  value: RelatedElement[];
  change?: (targets: RelatedElement[]) => void;
}

const SHOWN = 12;

type Offered = Pick<RelatedElement, "facetName" | "id" | "type" | "attributes">;

export function PickList({ label, rule, value, change }: Properties) {
  const { t } = useTranslation("element");
  const isFull = rule.maxOccurrence > 0 && value.length >= rule.maxOccurrence;
  if (change === undefined && value.length === 0) return <Text size="sm">{t("nothing")}</Text>;
  return (
    <div>
      <div className={classes.pills}>
        {value.map((each) => (
          <Pill
            key={each.id}
            target={each}
            remove={change && (() => change(value.filter((other) => other.id !== each.id)))}
          />
        ))}
      </div>
      {change && !(isFull && rule.maxOccurrence > 1) && (
        <Picker
          label={label}
          rule={rule}
          taken={value}
          pick={(target) => change(rule.maxOccurrence === 1 ? [target] : [...value, target])}
        />
      )}
    </div>
  );
}

function Pill({ target, remove }: { target: RelatedElement; remove?: () => void }) {
  const { t } = useTranslation("element");
  const name = useLabel(target);
  return (
    <span className={classes.pill}>
      <TypeDot type={target.type} />
      <ElementLink to={target} />
      {remove && (
        <button type="button" aria-label={t("remove", { name })} onClick={remove}>
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}

interface PickerProperties {
  label: string;
  rule: RelatedRule;
  taken: RelatedElement[];
  pick: (target: RelatedElement) => void;
}

function Picker({ label, rule, taken, pick }: PickerProperties) {
  const { t } = useTranslation("element");
  const types = useTypes();
  const culture = useCulture();
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const box = useCombobox();
  const first = useQuery({
    queryKey: ["data", "first", rule.facet, culture],
    queryFn: () =>
      read<Elements>(elementPath(rule.facet, "list"), {
        $pageSize: SHOWN * 3,
        $select: types.labels(rule.facet).join(","),
        $resources: "attributes",
        $culture: culture,
      }),
    enabled: box.dropdownOpened && asked === "",
  });
  const found = useQuery(queries.search(asked, culture, SHOWN, rule.facet));
  const offered: Offered[] =
    asked === ""
      ? (first.data?.elements ?? [])
      : (found.data?.values ?? []).map(({ facetName, id, type, name }) => ({
          facetName,
          id,
          type,
          attributes: { [types.roles.name]: name },
        }));
  const named = offered
    .filter((each) => rule.relatedTypes.includes(each.type) && !taken.some((other) => other.id === each.id))
    .slice(0, SHOWN);
  return (
    <Combobox
      store={box}
      withinPortal
      onOptionSubmit={(id) => {
        const target = named.find((each) => each.id === id);
        if (target) pick({ facetName: target.facetName, id: target.id, type: target.type });
        setText("");
        box.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          size="xs"
          mt={4}
          aria-label={`${label}: ${t("add")}`}
          placeholder={t("add")}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          onClick={() => box.openDropdown()}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          {named.map((each) => (
            <Combobox.Option key={each.id} value={each.id}>
              <span className={classes.pill}>
                <TypeDot type={each.type} />
                {asked === ""
                  ? labelOf(types, each, culture)
                  : String(inCulture(each.attributes?.[types.roles.name], culture) ?? "")}
              </span>
            </Combobox.Option>
          ))}
          {named.length === 0 && <Combobox.Empty>{t(asked === "" ? "typeToFind" : "nothingFound")}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
