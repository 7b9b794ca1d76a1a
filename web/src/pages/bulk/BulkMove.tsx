import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { ELEMENT, elementAt, writeKeyed } from "@/api/requests";
import { useCulture } from "@/app/preferences";
import { ElementSelect } from "@/parts/ElementSelect";
import type { Chosen } from "../list/selection";
import { typesAbove } from "../move/places";
import { useAsShown } from "./asShown";
import { BulkDialog, type BulkProperties } from "./BulkDialog";

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
  const asShown = useAsShown(facet);
  const send = async (shown: Chosen, key: string) => {
    const match = await asShown(shown, key);
    await writeKeyed("post", `${ELEMENT}/move`, {
      path: elementAt(facet, "tree", shown.id),
      body: { parent },
      match,
      key,
    });
  };
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
