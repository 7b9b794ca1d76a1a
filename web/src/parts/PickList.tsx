// A related context as a list to pick from: what is in it, and a search for what may come in.
import { Combobox, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useTypes } from "@/api/hooks";
import { useNameOrder } from "@/api/name-order";
import * as queries from "@/api/queries";
import { ELEMENTS, listAt, read } from "@/api/requests";
import type { RelatedElement, RelatedRule } from "@/api/types.gen";
import { cultureName, useCulture, useWords } from "@/app/preferences";
import { isNew, newTarget } from "@/pages/element/draft";
import classes from "@/pages/element/Element.module.css";
import { NameForm } from "@/pages/tree/actions";
import { ElementLink, useLabel } from "./ElementLink";
import { TypeDot } from "./TypeDot";

interface Properties {
  label: string;
  rule: RelatedRule;
  value: RelatedElement[];
  change?: (targets: RelatedElement[]) => void;
  /** Whether what does not exist yet may be added, where the rule allows it. */
  creates?: boolean;
}

const SHOWN = 12;

type Offered = Pick<RelatedElement, "facetName" | "id" | "type" | "attributes">;

export function PickList({ label, rule, value, change, creates }: Properties) {
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
          creates={creates}
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
      {isNew(target) ? (
        <>
          {name}
          <span className={classes.new}>{t("isNew")}</span>
        </>
      ) : (
        <ElementLink to={target} />
      )}
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
  creates?: boolean;
  taken: RelatedElement[];
  pick: (target: RelatedElement) => void;
}

const CREATE = "create:";

function Picker({ label, rule, creates, taken, pick }: PickerProperties) {
  const { t } = useTranslation("element");
  const types = useTypes();
  const culture = useCulture();
  const byName = useNameOrder(rule.facet, culture);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const box = useCombobox();
  const creatable = useCreatable(rule, creates);
  const create = useCreate(rule, pick);
  const refusal = useRefusal(rule, creates);
  const first = useQuery({
    queryKey: ["data", "first", rule.facet, culture],
    queryFn: () =>
      read(ELEMENTS, {
        path: listAt(rule.facet, "list"),
        query: {
          $pageSize: SHOWN * 3,
          $select: types.labels(rule.facet),
          $resources: ["attributes"],
          $culture: culture,
          $orderby: byName,
        },
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
  // Only once it is known what is there: a name that was just typed may be that of an element.
  const isKnown = asked === text.trim() && !(asked === "" ? first : found).isFetching;
  const named = offered
    .filter((each) => rule.relatedTypes.includes(each.type) && !taken.some((other) => other.id === each.id))
    .slice(0, SHOWN);
  return (
    <Combobox
      store={box}
      withinPortal={false}
      onOptionSubmit={(id) => {
        if (id.startsWith(CREATE)) create(id.slice(CREATE.length), text.trim());
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
          aria-description={refusal}
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
        {/* Lower than the room above or below the field, so that it never covers the field. */}
        <Combobox.Options aria-label={label} mah="30dvh" style={{ overflowY: "auto" }}>
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
          {(isKnown ? creatable : []).map(({ key, name }) => (
            <Combobox.Option key={key} value={CREATE + key} className={classes.create}>
              <Plus size={14} aria-hidden />
              {text.trim() === "" ? t("createOf", { type: name }) : t("createNamed", { type: name, name: text.trim() })}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {refusal && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">
              {refusal}
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The types that the caller may create in a context, with what they are called. */
function useCreatable(rule: RelatedRule, creates = false): { key: string; name: string }[] {
  const types = useTypes();
  const words = useWords();
  if (!creates || !rule.canAddNew) return [];
  return rule.relatedTypes.flatMap((key) => {
    const type = types.get(key);
    const isOffered = type?.isCreatable && type.label.includes(types.roles.name);
    return isOffered ? [{ key, name: inCulture(type.displayNames, words) ?? key }] : [];
  });
}

/** Why a picker creates nothing, where it does not: the rule of the context, or what the caller may do. */
function useRefusal(rule: RelatedRule, creates = false): string | undefined {
  const { t } = useTranslation("tree");
  const types = useTypes();
  const words = useWords();
  const offered = useCreatable(rule, creates);
  if (!creates || offered.length > 0) return undefined;
  const wanted = rule.relatedTypes.map((key) => types.get(key)).filter((each) => each !== undefined);
  const why = wanted.find((each) => each.whyNotCreatable)?.whyNotCreatable;
  const [first] = wanted;
  const type = inCulture(first?.displayNames, words);
  if (type === undefined) return undefined;
  return t("cannotCreate", { type, why: t(`whyNot.${why ?? "list"}`) });
}

/** Adds an element of a type that is created with the save; asks for its name where none was typed. */
function useCreate(rule: RelatedRule, pick: (target: RelatedElement) => void): (type: string, name: string) => void {
  const tree = useTranslation("tree");
  const shell = useTranslation().t;
  const types = useTypes();
  const culture = useCulture();
  const words = useWords();
  return (type, typed) => {
    const add = (name: string) => pick(newTarget(rule.facet, type, { [types.roles.name]: { [culture]: name } }));
    if (typed !== "") {
      add(typed);
      return;
    }
    modals.open({
      title: tree.t("newOf", { type: inCulture(types.get(type)?.displayNames, words) }),
      closeButtonProps: { "aria-label": shell("close") },
      children: (
        <NameForm
          subject={`pick/${type}`}
          label={tree.t("nameIn", { culture: cultureName(culture, tree.i18n.language) })}
          value=""
          button={tree.t("add")}
          done={(name) => {
            add(name);
            return true;
          }}
        />
      ),
    });
  };
}
