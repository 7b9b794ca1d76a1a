import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, elementPath } from "@/api/client";
import { useTypes } from "@/api/hooks";
import { useCulture } from "@/app/preferences";
import { ElementSelect } from "@/parts/ElementSelect";
import { typesAbove } from "../move/places";
import type { BulkProperties } from "./actions";
import { BulkDialog } from "./BulkDialog";

export default function BulkMove({ facet, selection, close }: BulkProperties) {
  const { t } = useTranslation("bulk");
  const types = useTypes();
  const culture = useCulture();
  const [parent, setParent] = useState<string>();
  const [chosen] = useState(() => [...selection.chosen.values()]);
  const places = typesAbove(
    types.of(facet),
    chosen.map((each) => each.type),
  );
  const count = chosen.length;
  const send = ({ id }: { id: string }, key: string) =>
    ask(elementPath(facet, "tree", id, "move"), { body: { parent }, headers: { "Idempotency-Key": key } });
  return (
    <BulkDialog
      title={t("moveTitle", { count })}
      action={t("move", { count })}
      selection={selection}
      close={close}
      send={parent === undefined ? undefined : send}
    >
      {places.length === 0 ? (
        <Text size="sm">{t("nowhere")}</Text>
      ) : (
        <ElementSelect
          label={t("moveTo")}
          description={t("moveHelp")}
          types={places}
          culture={culture}
          value={parent}
          change={setParent}
        />
      )}
    </BulkDialog>
  );
}
