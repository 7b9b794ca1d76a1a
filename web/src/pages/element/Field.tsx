// One value of an attribute as its data type wants it: to read, or to change.
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { Pencil, Plus, X } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { AttributeRule, Link } from "@/api/types.gen";
import { cultureTag } from "@/app/preferences";
import { dateText, isEndless } from "@/parts/moment";
import { valueNumber } from "@/parts/number";
import { Prose } from "@/parts/Prose";
import { useFileTarget } from "../files/context";
import type { Value } from "./draft";
import classes from "./Element.module.css";
import type { TextProperties } from "./earlyText";
import { useEditorAhead } from "./editorPart";
import { OpenText } from "./OpenText";

interface Properties {
  /** What the field is called, its culture included. */
  name: string;
  rule: AttributeRule;
  culture: number;
  value: Value;
  error?: string;
  /** Absent where it is only to be read. */
  change?: (value: Value) => void;
  /** In which culture words of the type are shown. */
  words: number;
}

export function Field(properties: Properties) {
  return properties.change === undefined ? (
    <Shown {...properties} />
  ) : (
    <Changed {...properties} change={properties.change} />
  );
}

function Shown({ rule, value, words, culture }: Properties) {
  const { t } = useTranslation("list");
  const pictures = useFileTarget() ?? undefined;
  const choices = new Map(rule.selectableValues?.map((each) => [each.key, inCulture(each.displayNames, words)]));
  const lang = rule.isInvariantCulture ? undefined : cultureTag(culture);
  if (value === null || value === "") return <div className={classes.value}>–</div>;
  if (rule.dataType === "Html") {
    return <Prose value={String(value)} of={pictures} lang={lang} className={classes.html} />;
  }
  if (Array.isArray(value)) {
    return (
      <div className={classes.value}>
        {value.map((each) =>
          typeof each === "string" ? (choices.get(each) ?? each) : <Outward key={each.address} link={each} />,
        )}
      </div>
    );
  }
  if (typeof value === "boolean") return <div className={classes.value}>{t(value ? "yes" : "no")}</div>;
  if (rule.dataType === "DateTime") return <div className={classes.value}>{dateText(String(value))}</div>;
  return (
    <div className={classes.value} lang={lang}>
      {typeof value === "number" ? valueNumber(value) : (choices.get(String(value)) ?? String(value))}
    </div>
  );
}

function Outward({ link }: { link: Link }) {
  const address = link.fullAddress ?? link.address ?? "";
  const text = link.title ?? address;
  return /^https?:/i.test(address) ? (
    <a className="fs-link" href={address} rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <span>{text}</span>
  );
}

function Changed({
  name,
  rule,
  culture,
  value,
  error,
  change,
  words,
}: Properties & { change: (value: Value) => void }) {
  const text = value === null ? "" : String(value);
  const common = { "aria-label": name, error, size: "sm" as const };
  const lang = rule.isInvariantCulture ? undefined : cultureTag(culture);
  const choices = (rule.selectableValues ?? []).map((each) => ({
    value: each.key ?? "",
    label: inCulture(each.displayNames, words) ?? each.key ?? "",
  }));
  switch (rule.dataType) {
    case "Html":
      return (
        <HtmlBox
          name={name}
          value={text}
          error={error}
          lang={lang}
          change={(html) => change(html === "" ? null : html)}
        />
      );
    case "MultiLineText":
      return (
        <Textarea
          {...common}
          lang={lang}
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          onChange={(event) => change(event.currentTarget.value || null)}
        />
      );
    case "SelectionValue":
      return (
        <Select
          {...common}
          data={choices.filter((each) => each.value !== "")}
          clearable
          value={text || null}
          onChange={change}
        />
      );
    case "MultiSelection":
      return <MultiSelect {...common} data={choices} value={(value as string[] | null) ?? []} onChange={change} />;
    case "Boolean":
      return (
        <Checkbox
          {...common}
          label={name}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case "Integer":
    case "Decimal":
      return (
        <NumberInput
          {...common}
          allowDecimal={rule.dataType === "Decimal"}
          value={typeof value === "number" ? value : ""}
          onChange={(next) => change(typeof next === "number" ? next : null)}
        />
      );
    case "DateTime":
      return (
        <TextInput
          {...common}
          type="datetime-local"
          description={isEndless(text) ? dateText(text) : undefined}
          value={isEndless(text) ? "" : text.slice(0, 16)}
          onChange={(event) => change(event.currentTarget.value ? `${event.currentTarget.value}:00` : null)}
        />
      );
    case "Links":
      return <LinksField name={name} value={(value as Link[] | null) ?? []} change={change} />;
    default:
      return (
        <TextInput
          {...common}
          lang={lang}
          value={text}
          onChange={(event) => change(event.currentTarget.value || null)}
        />
      );
  }
}

/** A click into a text begins to edit it, unless it follows a link or marks something. */
function beginsHere(event: MouseEvent<HTMLElement>): boolean {
  return (event.target as HTMLElement).closest("a") === null && getSelection()?.isCollapsed !== false;
}

/** Html as readers see it, until the user starts to edit. */
function HtmlBox(properties: TextProperties) {
  const { t } = useTranslation("element");
  const [isOpen, setIsOpen] = useState(false);
  const [wasWrong, setWasWrong] = useState(false);
  const pictures = useFileTarget() ?? undefined;
  const { name, value, lang, error } = properties;
  useEditorAhead();
  // What was found wrong is mended there: it stays open when nothing is wrong any more, while the user may still type.
  if (error && !wasWrong) setWasWrong(true);
  if (isOpen || wasWrong) return <OpenText {...properties} begins={isOpen} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys begin by the button in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys begin by the button in it
    <div className={classes.box} onClick={(event) => beginsHere(event) && setIsOpen(true)}>
      {value === "" ? (
        <span className={classes.hint}>{t("write")}</span>
      ) : (
        <Prose value={value} of={pictures} lang={lang} className={classes.html} />
      )}
      <ActionIcon size="sm" aria-label={`${t("edit")}: ${name}`} onClick={() => setIsOpen(true)}>
        <Pencil size={14} />
      </ActionIcon>
    </div>
  );
}

function LinksField({ name, value, change }: { name: string; value: Link[]; change: (value: Value) => void }) {
  const { t } = useTranslation("element");
  const set = (index: number, next: Partial<Link>) =>
    change(value.map((each, at) => (at === index ? { ...each, ...next } : each)));
  return (
    <Stack gap={6}>
      {value.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is known by its place alone
        <Group key={index} gap={6} wrap="nowrap">
          <TextInput
            size="xs"
            flex={1}
            aria-label={`${name}: ${t("links.title")}`}
            placeholder={t("links.title")}
            value={link.title ?? ""}
            onChange={(event) => set(index, { title: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            flex={2}
            aria-label={`${name}: ${t("links.address")}`}
            placeholder={t("links.address")}
            value={link.address ?? ""}
            onChange={(event) => set(index, { address: event.currentTarget.value })}
          />
          <ActionIcon aria-label={t("links.remove")} onClick={() => change(value.filter((_, at) => at !== index))}>
            <X size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        w="fit-content"
        leftSection={<Plus size={12} aria-hidden />}
        onClick={() => change([...value, { title: "", address: "" }])}
      >
        {t("links.add")}
      </Button>
    </Stack>
  );
}
