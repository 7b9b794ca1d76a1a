// Says that another user has stored something else in a field that this user is changing. What was typed stays.
import { Alert, Text } from "@mantine/core";
import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Element } from "@/api/types.gen";
import type { KeptDraft } from "@/drafts/useKept";
import { clashes } from "./clashes";
import { type KeptElement, unanswered } from "./kept";
import { useFieldName } from "./names";

interface Properties {
  facet: string;
  element: Element;
  kept: KeptDraft<KeptElement>;
}

export function MeanwhileNotice({ facet, element, kept }: Properties) {
  const { t } = useTranslation("drafts");
  const nameOf = useFieldName(facet, element.type);
  const draft = kept.value;
  // While a save is on its way, what is stored is what this user has sent.
  const both = draft === null || unanswered(draft) ? [] : clashes(draft.base, element, draft.draft);
  return (
    <div role="status" className="fs-no-print">
      {both.length > 0 && (
        <Alert variant="light" color="orange" icon={<UsersRound size={18} aria-hidden />} p="xs">
          <Text size="sm">
            {t("meanwhile", { fields: both.map(({ key, culture }) => nameOf(key, culture)).join(", ") })}
          </Text>
        </Alert>
      )}
    </div>
  );
}
