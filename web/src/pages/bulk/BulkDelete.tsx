import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { ELEMENT, elementAt, writeKeyed } from "@/api/requests";
import { useAsShown } from "./asShown";
import { BulkDialog, type BulkProperties } from "./BulkDialog";

export default function BulkDelete({ facet, selection, close }: BulkProperties) {
  const { t } = useTranslation("bulk");
  // When it was opened: what is done is no longer chosen.
  const [count] = useState(selection.chosen.size);
  const asShown = useAsShown(facet);
  return (
    <BulkDialog
      title={t("deleteTitle", { count })}
      action={t("delete", { count })}
      isDangerous
      selection={selection}
      close={close}
      send={async (shown, key) => {
        try {
          const match = await asShown(shown, key);
          await writeKeyed("delete", ELEMENT, { path: elementAt(facet, "detail", shown.id), match, key });
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
