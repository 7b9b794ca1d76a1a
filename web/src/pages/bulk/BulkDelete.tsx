import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, ask, elementPath } from "@/api/client";
import type { BulkProperties } from "./actions";
import { BulkDialog } from "./BulkDialog";

export default function BulkDelete({ facet, selection, close }: BulkProperties) {
  const { t } = useTranslation("bulk");
  // When it was opened: what is done is no longer chosen.
  const [count] = useState(selection.chosen.size);
  return (
    <BulkDialog
      title={t("deleteTitle", { count })}
      action={t("delete", { count })}
      isDangerous
      selection={selection}
      close={close}
      send={async ({ id }, key) => {
        try {
          await ask(elementPath(facet, "detail", id), { method: "DELETE", headers: { "Idempotency-Key": key } });
        } catch (error) {
          // Deleted already, by this user or another one: that is what is wanted.
          if (!(error instanceof ApiError && error.status === 404)) throw error;
        }
      }}
    >
      <Text size="sm">{t("deleteHelp")}</Text>
    </BulkDialog>
  );
}
