import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { speak } from "@/i18n";
import type { Language } from "./preferences";

/** The language of the page, apart from that of its content. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("language")}
      value={i18n.language}
      onChange={(language) => void speak(language as Language)}
      data={[
        { value: "de", label: "DE" },
        { value: "en", label: "EN" },
      ]}
    />
  );
}
