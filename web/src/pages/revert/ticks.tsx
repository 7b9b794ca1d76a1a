// Single changes of a comparison that are ticked, to be brought back together.
import { Button, Checkbox, Text } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Element } from "@/api/types.gen";
import { useHasRole } from "@/app/person";
import { useIsPast } from "@/time/moment";
import { numberOf } from "../compare/difference";
import classes from "./Revert.module.css";
import { useReverting } from "./useReverting";

interface Ticks {
  places: ReadonlySet<string>;
  toggle: (place: string) => void;
}

const Ticked = createContext<Ticks | null>(null);

/** A box that ticks a change by its place; nothing where changes cannot be brought back. */
export function Tick({ place, name }: { place: string; name: string }) {
  const { t } = useTranslation("revert");
  const ticks = useContext(Ticked);
  if (ticks === null) return null;
  return (
    <Checkbox
      className={classes.tick}
      size="xs"
      aria-label={t("tick", { name })}
      checked={ticks.places.has(place)}
      onChange={() => ticks.toggle(place)}
    />
  );
}

interface Properties {
  facet: string;
  from: Element;
  to: Element;
  children: ReactNode;
}

/** A comparison whose changes editors can tick and bring back from the older side. */
export function Tickable({ facet, from, to, children }: Properties) {
  const { t } = useTranslation("revert");
  const isEditor = useHasRole("editor");
  const [places, setPlaces] = useState<ReadonlySet<string>>(new Set());
  const { bringBack, isPending, dialog } = useReverting(facet, to, () => setPlaces(new Set()));
  const isPast = useIsPast();
  if (!isEditor || isPast) return children;
  const toggle = (place: string) =>
    setPlaces(
      (before) => new Set(before.has(place) ? [...before].filter((each) => each !== place) : [...before, place]),
    );
  const changes = [...places];
  return (
    <Ticked value={{ places, toggle }}>
      <div className={classes.bar}>
        <Text size="sm" c="dimmed">
          {t("tickHelp")}
        </Text>
        {changes.length > 0 && (
          <Button
            size="xs"
            leftSection={<Undo2 size={14} aria-hidden />}
            loading={isPending}
            onClick={() => bringBack({ from: from.versionId ?? "", to: to.versionId ?? "", changes })}
          >
            {t("ticked", { count: changes.length, version: numberOf(from) })}
          </Button>
        )}
      </div>
      {children}
      {dialog}
    </Ticked>
  );
}
