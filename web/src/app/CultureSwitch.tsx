import { Select } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Languages } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import { cultureName, cultureTag, useCulture, useRememberCulture } from "./preferences";

/** Closed, it has no list that would be drawn and placed when the page begins. */
const CLOSED = { withinPortal: true, keepMounted: false };

/** The culture in which content is shown, apart from the language of the page. */
export function CultureSwitch() {
  const { t, i18n } = useTranslation();
  const info = useStorageInfo();
  const culture = useCulture();
  const navigate = useNavigate();
  const remember = useRememberCulture();
  const isSmall = useMediaQuery("(max-width: 48em)");
  const change = (value: string | null) => {
    if (value === null) return;
    remember(Number(value));
    void navigate({ to: ".", search: (before) => ({ ...before, culture: Number(value) }) });
  };
  return (
    <Select
      aria-label={t("culture")}
      size="xs"
      w={isSmall ? 84 : 128}
      leftSection={<Languages size={14} aria-hidden />}
      allowDeselect={false}
      value={String(culture)}
      onChange={change}
      data={info.dataCultures.map((each) => ({
        value: String(each),
        label: isSmall ? (cultureTag(each) ?? String(each)).toUpperCase() : cultureName(each, i18n.language),
      }))}
      comboboxProps={CLOSED}
    />
  );
}
