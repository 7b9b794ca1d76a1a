// The dialog that moves an element below another one. A refusal keeps it open.
import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { ELEMENT, elementAt } from "@/api/requests";
import { seen } from "@/api/seen";
import { showChange } from "@/app/freshness";
import { useCulture } from "@/app/preferences";
import { ElementSelect } from "@/parts/ElementSelect";
import { Failure } from "@/parts/Failure";
import { useNotify } from "../tree/notify";
import { typesAbove } from "./places";

export interface Moved {
  facet: string;
  id: string;
  type: string;
  label: string;
}

interface Properties {
  element: Moved;
  culture: number;
  done: () => void;
}

function MoveForm({ element, culture, done }: Properties) {
  const { t } = useTranslation("bulk");
  const types = useTypes();
  const [parent, setParent] = useState<string>();
  const [write] = useState(() => seen(element.facet, element.id));
  const places = typesAbove(types.of(element.facet), [element.type]);
  const moving = useMutation({
    mutationFn: () =>
      write("post", `${ELEMENT}/move`, { path: elementAt(element.facet, "tree", element.id), body: { parent } }),
    onSuccess: async () => {
      done();
      await showChange(element.id);
    },
  });
  if (places.length === 0) return <Text size="sm">{t("nowhere")}</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (parent !== undefined && !moving.isPending) moving.mutate();
      }}
    >
      <Stack gap="sm">
        <ElementSelect
          label={t("moveTo")}
          description={t("moveHelp")}
          types={places}
          culture={culture}
          value={parent}
          change={setParent}
        />
        {moving.error && <Failure error={moving.error} />}
        <Group justify="end">
          <Button type="submit" disabled={parent === undefined} loading={moving.isPending}>
            {t("moveOne")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Opens the dialog; `then` is called after the element was moved. */
export function useMoveDialog(): (element: Moved, then?: () => void) => void {
  const { t } = useTranslation("bulk");
  const tree = useTranslation("tree").t;
  const shell = useTranslation().t;
  const culture = useCulture();
  const notify = useNotify();
  return (element, then) => {
    const done = () => {
      modals.close(opened);
      notify.done(tree("moved", { name: element.label }));
      then?.();
    };
    const opened = modals.open({
      title: t("moveAsk", { name: element.label }),
      closeButtonProps: { "aria-label": shell("close") },
      children: <MoveForm element={element} culture={culture} done={done} />,
    });
  };
}
