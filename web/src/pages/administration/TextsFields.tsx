// A text of the metamodel in every language: those that the service needs, and those of the storage.
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import { cultureName } from "@/app/preferences";
import { NEEDED_CULTURES, type Texts } from "./typeData";

interface Properties {
  label: string;
  texts: Texts;
  onChange: (texts: Texts) => void;
  description?: string;
  /** Without it, the fields may stay empty. */
  isNeeded?: boolean;
  isFirst?: boolean;
  isLong?: boolean;
}

export function TextsFields({ label, texts, onChange, description, isNeeded, isFirst, isLong }: Properties) {
  const { i18n } = useTranslation("administration");
  const cultures = useTextCultures();
  const Field = isLong ? Textarea : TextInput;
  return cultures.map((culture, at) => (
    <Field
      key={culture}
      label={`${label} (${cultureName(culture, i18n.language)})`}
      description={at === 0 ? description : undefined}
      required={isNeeded && NEEDED_CULTURES.includes(culture)}
      data-autofocus={(isFirst && at === 0) || undefined}
      autoComplete="off"
      value={texts[culture] ?? ""}
      onChange={(event: { currentTarget: { value: string } }) =>
        onChange({ ...texts, [culture]: event.currentTarget.value })
      }
    />
  ));
}

export function useTextCultures(): number[] {
  const { dataCultures } = useStorageInfo();
  return [...NEEDED_CULTURES, ...dataCultures.filter((each) => !NEEDED_CULTURES.includes(each))];
}

export const isComplete = (texts: Texts): boolean =>
  NEEDED_CULTURES.every((culture) => (texts[culture] ?? "").trim() !== "");
