// Which moment is shown, plainly marked, and the way to another one: a slider over the history, a date, and back to today.
import { Button, CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback, useElementSize } from "@mantine/hooks";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import { dayOf, moment } from "@/parts/moment";
import "./time.css";
import {
  fieldText,
  isDay,
  isLocalTime,
  isRevision,
  momentAt,
  placeOf,
  placeOfField,
  type Timeline,
  timelineOf,
} from "./timeline";

/** Keys that are held down pass many places: what is in between is not asked for. */
const PAUSE_MS = 350;

interface Properties {
  asOf: string | undefined;
  /** Whether the user opened it: then the slider has the focus. */
  isChoosing: boolean;
  close: () => void;
}

export default function TimeBar({ asOf, isChoosing, close }: Properties) {
  const { t } = useTranslation("time");
  const { data: period } = useSuspenseQuery(queries.period());
  const shown = useShown(asOf);
  const line = timelineOf(period);
  const isBefore = asOf !== undefined && shown.at !== undefined && shown.at < (period.began ?? "").slice(0, 10);
  return (
    <aside ref={useRoom()} className="fs-time" aria-label={t("label")} data-past={asOf !== undefined}>
      <div className="fs-time-what" role="status">
        <History size={17} aria-hidden />
        {asOf === undefined ? (
          <span>{t("ask")}</span>
        ) : (
          <>
            <strong>{t("asOn", { moment: shown.text })}</strong>
            <span>{isBefore ? t("before", { day: dayOf(period.began) }) : t("readOnly")}</span>
          </>
        )}
      </div>
      <Chooser line={line} at={shown.at ?? period.now} isPast={asOf !== undefined} isChoosing={isChoosing} />
      {asOf === undefined ? (
        <CloseButton aria-label={t("close")} onClick={close} />
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(given) => (
            <Link {...given} to="." search={(before) => ({ ...before, asOf: undefined })} onClick={close} />
          )}
        >
          {t("today")}
        </Button>
      )}
    </aside>
  );
}

/** Says how high the bar is, whatever stands in it: what is at the bottom of a page must stay in sight. */
function useRoom() {
  const { ref, height } = useElementSize<HTMLElement>({ box: "border-box" });
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--fs-time", `${height}px`);
    return () => void style.removeProperty("--fs-time");
  }, [height]);
  return ref;
}

/** A moment of an address: as people read it, and its time; undefined for the present, and for what is no moment. */
function useShown(asOf: string | undefined): { text: string; at: string | undefined } {
  const { t } = useTranslation("time");
  const isNumber = asOf !== undefined && isRevision(asOf);
  const { data } = useQuery({ ...queries.period(asOf), enabled: isNumber });
  if (asOf === undefined) return { text: "", at: undefined };
  if (isDay(asOf)) return { text: dayOf(asOf), at: asOf };
  if (isLocalTime(asOf)) return { text: moment(asOf), at: asOf };
  if (isNumber && data) return { text: t("revision", { moment: moment(data.at), revision: asOf }), at: data.at };
  return { text: asOf, at: undefined };
}

interface ChooserProperties {
  line: Timeline;
  /** The time that is shown. */
  at: string;
  isPast: boolean;
  isChoosing: boolean;
}

function Chooser({ line, at, isPast, isChoosing }: ChooserProperties) {
  const { t } = useTranslation("time");
  const { place, typed, move, type } = useChosenPlace(line, at, isPast);
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isChoosing) slider.current?.focus();
  }, [isChoosing]);
  const isWrong = typed !== "" && placeOfField(line, typed) === undefined;
  return (
    <>
      <input
        ref={slider}
        className="fs-time-slider"
        type="range"
        aria-label={t("slider")}
        aria-valuetext={(line.unit === "day" ? dayOf : moment)(fieldText(line, place))}
        min={line.first}
        max={line.last}
        value={place}
        onChange={(event) => move(Number(event.currentTarget.value))}
      />
      <TextInput
        size="xs"
        type={line.unit === "day" ? "date" : "datetime-local"}
        aria-label={t("field")}
        title={isWrong ? t("outside", { from: dayOf(fieldText(line, line.first)) }) : undefined}
        min={fieldText(line, line.first)}
        max={fieldText(line, line.last)}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        error={isWrong}
      />
    </>
  );
}

/** What slider and field show: what the user moves to, and what the address says once the user rests. */
function useChosenPlace(line: Timeline, at: string, isPast: boolean) {
  const navigate = useNavigate();
  const [place, setPlace] = useState(placeOf(line, at));
  const [typed, setTyped] = useState(fieldText(line, place));
  const isMoving = useRef(false);
  const show = (to: number, text = fieldText(line, to)) => {
    setPlace(to);
    setTyped(text);
  };
  const go = useDebouncedCallback((to: number) => {
    isMoving.current = false;
    // One step back leads to today, however many moments were looked at.
    const search = (before: object) => ({ ...before, asOf: momentAt(line, to) });
    void navigate({ to: ".", search, replace: isPast, resetScroll: false });
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment by a link or a step back is shown, unless the user is moving on
  useEffect(() => {
    if (!isMoving.current) show(placeOf(line, at));
  }, [at]);
  const moveTo = (to: number, text?: string) => {
    isMoving.current = true;
    show(to, text);
    go(to);
  };
  const type = (text: string) => {
    const to = placeOfField(line, text);
    if (to === undefined) setTyped(text);
    else moveTo(to, text);
  };
  return { place, typed, move: moveTo, type };
}
