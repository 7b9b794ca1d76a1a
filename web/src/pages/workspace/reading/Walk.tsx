// Walks through a process: one step at a time in large type, by arrow keys or buttons.
import { Button, Modal } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { describedDrawing } from "@/api/reading";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Prose } from "@/parts/Prose";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import { Called } from "./Called";
import { Named } from "./Named";
import classes from "./Reading.module.css";
import { useShown } from "./shown";
import { namedBy, partsIn } from "./steps";
import { useContextNames } from "./useContextNames";
import { useFilled } from "./useFilled";
import { startOf, stepsOf, type Way, waysFrom } from "./walk";

interface Properties {
  facet: string;
  id: string;
  culture: number;
  layout: string;
  chosen: string | undefined;
  choose: (shape: string) => void;
}

export function Walk({ facet, id, culture, layout, chosen, choose }: Properties) {
  const { t } = useTranslation("reading");
  const shell = useTranslation().t;
  const { change } = useShown();
  const found = useQuery(describedDrawing(id, culture, layout));
  const drawing = found.data;
  const here = drawing && (drawing.nodes.find((each) => each.shapeId === chosen) ?? startOf(drawing));
  return (
    <Modal
      opened
      fullScreen
      onClose={() => change({ show: undefined })}
      title={drawing?.name ?? t("walk")}
      closeButtonProps={{ "aria-label": shell("close") }}
    >
      {found.error && drawing === undefined && <Failure error={found.error} retry={() => found.refetch()} />}
      {drawing === undefined && !found.error && <Loading lines={4} />}
      {drawing && here === undefined && <p>{t("nothing")}</p>}
      {drawing && here && <Stage facet={facet} drawing={drawing} here={here} choose={choose} />}
    </Modal>
  );
}

interface StageProperties {
  facet: string;
  drawing: Drawing;
  here: DiagramNode;
  choose: (shape: string) => void;
}

function Stage({ facet, drawing, here, choose }: StageProperties) {
  const { t } = useTranslation("reading");
  const [passed, setPassed] = useState<readonly string[]>([]);
  const area = useRef<HTMLElement>(null);
  const ways = waysFrom(drawing, here.shapeId);
  const before = passed.at(-1) ?? waysFrom(drawing, here.shapeId, true)[0]?.to.shapeId;
  const buttons = () => [...(area.current?.querySelectorAll<HTMLButtonElement>("[data-way]") ?? [])];
  const shapeId = here.shapeId;
  // The way on has the focus, so that Enter goes on as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every step
  useEffect(() => {
    (buttons()[0] ?? area.current)?.focus();
  }, [shapeId]);

  const go = (shape: string) => {
    setPassed((known) => [...known, shapeId]);
    choose(shape);
  };
  const back = () => {
    if (before === undefined) return;
    setPassed((known) => known.slice(0, -1));
    choose(before);
  };
  const beside = (by: number) => {
    const all = buttons();
    all[Math.max(0, Math.min(all.length - 1, all.indexOf(document.activeElement as HTMLButtonElement) + by))]?.focus();
  };
  const onward = () => {
    const all = buttons();
    (all.find((each) => each === document.activeElement) ?? all[0])?.click();
  };
  const start = () => {
    setPassed([]);
    choose(startOf(drawing)?.shapeId ?? shapeId);
  };
  const keys: Record<string, () => void> = {
    ArrowRight: onward,
    ArrowLeft: back,
    ArrowDown: () => beside(1),
    ArrowUp: () => beside(-1),
    Home: start,
  };
  // Wherever the focus is: the dialog covers everything else.
  useWindowEvent("keydown", (event) => {
    const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  return (
    <section ref={area} className={classes.walk} aria-label={t("walk")} tabIndex={-1}>
      <div className={classes.stage} aria-live="polite">
        <StepNow facet={facet} drawing={drawing} here={here} />
      </div>
      <div className={classes.ways}>
        <Button
          variant="default"
          size="md"
          disabled={before === undefined}
          leftSection={<ArrowLeft size={18} aria-hidden />}
          onClick={back}
        >
          {t("back")}
        </Button>
        {ways.map((way) => (
          <Button
            key={`${way.to.shapeId} ${way.answer}`}
            data-way
            size="md"
            variant={ways.length > 1 ? "light" : "filled"}
            rightSection={<ArrowRight size={18} aria-hidden />}
            onClick={() => go(way.to.shapeId)}
          >
            {labelOf(way)}
          </Button>
        ))}
        {ways.length === 0 && (
          <Button data-way size="md" variant="light" onClick={start}>
            {t("again")}
          </Button>
        )}
      </div>
      <p className={`${classes.quiet} ${classes.keys}`}>{t("keys")}</p>
    </section>
  );
}

const labelOf = ({ answer, to }: Way): string => (answer === undefined ? to.name : `${answer}: ${to.name}`);

function StepNow({ facet, drawing, here }: { facet: string; drawing: Drawing; here: DiagramNode }) {
  const { t } = useTranslation("reading");
  const nameOf = useContextNames(facet);
  const lines = drawing.script ?? [];
  const filled = useFilled(lines);
  const steps = stepsOf(drawing);
  const line = lines.find((each) => each.shapeId === here.shapeId);
  const number = steps.indexOf(here.shapeId) + 1;
  const own = line === undefined ? [] : partsIn(line, filled);
  return (
    <>
      <p className={classes.quiet}>
        {number > 0 && <span>{t("place", { number, count: steps.length })} </span>}
        {here.type !== undefined && (
          <>
            <TypeDot type={here.type} /> <TypeName type={here.type} />
          </>
        )}
      </p>
      <h3 className={classes.large}>{here.name}</h3>
      {own.length > 0 && <p className={classes.own}>{t("yours", { part: own.map(nameOf).join(", ") })}</p>}
      {line !== undefined && (
        <dl className={classes.named}>
          {[...namedBy(line)].map(([context, targets]) => (
            <div key={context}>
              <dt>{nameOf(context)}</dt>
              <dd>
                <Named targets={targets} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Called id={here.id} type={here.type} name={here.name} isLarge />
      {line?.description && <Prose className={`fs-prose ${classes.said}`} value={line.description} />}
    </>
  );
}
