// Choosing elements of a list, and what can be done with those that are chosen.
import { Button, Group, Text } from "@mantine/core";
import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { chunk } from "@/app/chunk";
import { Boundary } from "@/parts/Boundary";
import { BULK_ACTIONS } from "../bulk/actions";
import classes from "./ListPage.module.css";
import { rowsBetween, type Wanted } from "./rows";
import { MOST, type Selection } from "./selection";

const MassEdit = lazy(() => chunk(() => import("./MassEdit")));

/** The box above all others: chooses as many of the list as one request can change. */
export function ChooseAll({ wanted, count, selection }: { wanted: Wanted; count: number; selection: Selection }) {
  const { t } = useTranslation("list");
  const types = useTypes();
  const { size } = selection.chosen;
  const isAll = size > 0 && size >= Math.min(count, MOST);
  const toggle = async () => {
    selection.set(isAll ? [] : await rowsBetween(wanted, types, 0, Math.min(count, MOST) - 1));
  };
  const label = count > MOST ? t("chooseFirst", { count: MOST }) : t("chooseAll");
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={label}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = size > 0 && !isAll;
      }}
      onChange={() => void toggle()}
    />
  );
}

export function SelectionBar({ facet, selection }: { facet: string; selection: Selection }) {
  const { t } = useTranslation("list");
  const bulk = useTranslation("bulk").t;
  const [isOpen, setIsOpen] = useState(false);
  const [doing, setDoing] = useState<string | null>(null);
  const action = BULK_ACTIONS.find((each) => each.key === doing);
  return (
    <Group className={classes.selection} gap="sm" role="region" aria-label={t("selection")}>
      <Text size="sm" fw={600} aria-live="polite">
        {t("chosen", { count: selection.chosen.size })}
      </Text>
      <Button size="xs" leftSection={<Pencil size={13} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t("edit")}
      </Button>
      {BULK_ACTIONS.map(({ key, icon: Icon }) => (
        <Button
          key={key}
          size="xs"
          variant="default"
          leftSection={<Icon size={13} aria-hidden />}
          onClick={() => setDoing(key)}
        >
          {bulk(key)}
        </Button>
      ))}
      <Button size="xs" variant="default" onClick={() => selection.set([])}>
        {t("chooseNone")}
      </Button>
      {selection.chosen.size === MOST && (
        <Text size="xs" c="dimmed">
          {t("most", { count: MOST })}
        </Text>
      )}
      {action && (
        <Boundary>
          <Suspense>
            <action.Dialog facet={facet} selection={selection} close={() => setDoing(null)} />
          </Suspense>
        </Boundary>
      )}
      {isOpen && (
        <Boundary>
          <Suspense>
            <MassEdit facet={facet} selection={selection} close={() => setIsOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </Group>
  );
}
