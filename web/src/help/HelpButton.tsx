import { ActionIcon, Tooltip } from "@mantine/core";
import { CircleQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Help } from "./useHelp";

export function HelpButton({ help }: { help: Help }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={`${t("help.title")} (?)`}>
      <ActionIcon id="help-button" aria-label={t("help.title")} aria-expanded={help.isOpen} onClick={help.toggle}>
        <CircleQuestionMark size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
