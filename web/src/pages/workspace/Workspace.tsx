// The workspace of a process: left its script, in the middle the drawing of it, right all about what is chosen.
import "@xyflow/react/dist/style.css";
import { Button } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ReactFlowProvider } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { DiagramNode, Diagram as Drawing, PresentUser } from "@/api/types.gen";
import { useHasRole } from "@/app/person";
import { useCulture } from "@/app/preferences";
import { useBeingAtShape, useChanging, useOthers } from "@/app/presence";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { OthersChanging } from "@/parts/Others";
import { useIsPast } from "@/time/moment";
import { useChosen, useComeOut, useIsStep, useOpen } from "../diagram/chosen";
import { Editor } from "../diagram/Diagram";
import { type FlowEnds, flowOfArrow } from "../diagram/flow-ends";
import { useOpenThreads } from "../diagram/open-threads";
import { useOverlays } from "../diagram/overlays";
import { useSharedParts } from "../diagram/shared-parts";
import type { TabProperties } from "../element/tab";
import { type LineCheck, saidByShape, useSayings } from "./Checks";
import { Details } from "./Details";
import { FlowDetails } from "./FlowDetails";
import type { Check } from "./lineChecks";
import { usePanes } from "./panes";
import { pastedBelow } from "./pasting";
import { ReadScript } from "./ReadScript";
import { ShowAs } from "./reading/ShowAs";
import { useShown } from "./reading/shown";
import { Tables } from "./reading/Tables";
import { Walk } from "./reading/Walk";
import type { LineUser } from "./ScriptEditor";
import { ScriptPane } from "./ScriptPane";
import { Splitter } from "./Splitter";
import { stored as storedStep } from "./steps";
import { CALLED } from "./typing";
import { UndoButtons, undoByKey } from "./UndoButtons";
import { useChecks } from "./useChecks";
import { problemOf, useScript } from "./useScript";
import { useSteps } from "./useSteps";
import { useUndo } from "./useUndo";
import classes from "./Workspace.module.css";

/** How long a user stops typing before the drawing follows. */
const WAIT_MS = 120;

export default function Workspace(given: TabProperties) {
  const { layout: wanted } = useSearch({ strict: false }) as { layout?: string };
  const culture = useCulture();
  const layouts = useTypes().get(given.element.type)?.layouts ?? [];
  const laned = layouts.find((each) => each.lanes) ?? layouts[0];
  const layout = layouts.find((each) => each.key === wanted)?.key ?? laned?.key ?? "";
  const isDetailed = useOverlays()[0].has("neighbours");
  const found = useQuery(queries.writtenDrawing(given.id, culture, layout, isDetailed));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (!found.data) return <Loading lines={8} height={34} />;
  return (
    <ReactFlowProvider>
      <Parts
        key={`${given.id} ${culture}`}
        {...given}
        culture={culture}
        drawing={found.data}
        layout={layout}
        isDetailed={isDetailed}
      />
    </ReactFlowProvider>
  );
}

interface PartsProperties extends TabProperties {
  culture: number;
  drawing: Drawing;
  layout: string;
  isDetailed: boolean;
}

/** What is done as the workspace is by then, so that the parts that do it stay the same. */
interface Opened {
  changePanes: ReturnType<typeof usePanes>[1];
  leave: (node: DiagramNode) => void;
  pasteBehind: (script: string, shapes: readonly string[]) => void;
}

interface Place {
  /** From 0. */
  line: number;
  shapeId: string;
  id?: string;
  type?: string;
}

function Parts({ facet, id, element, culture, drawing: stored, layout, isDetailed }: PartsProperties) {
  const { t } = useTranslation("workspace");
  const types = useTypes();
  const isPast = useIsPast();
  const isEditor = useHasRole("editor");
  const { data: info } = useQuery(queries.elementInfo(facet, "detail", id));
  const isSmall = useMediaQuery("(max-width: 48em)");
  const [panes, changePanes] = usePanes();
  const isStep = useIsStep();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the user came to see a step
  useEffect(() => {
    if (isStep) changePanes({ details: true });
  }, [isStep]);
  const [isDrawn, setDrawn] = useState(false);
  const { show } = useShown();
  const isTable = show === "steps" || show === "responsibilities";
  const callable = useMemo(
    () => (types.get(element.type)?.content ?? []).filter((each) => types.get(each)?.isFlow === false),
    [types, element.type],
  );
  const canEdit = !isPast && isEditor && info?.isReadOnly === false;
  const steps = useSteps(id);
  const script = useScript(facet, id, culture, canEdit, steps);
  const undo = useUndo(culture, steps, script);
  const { change: noteStep } = steps;
  const { text, isDirty } = script;
  const noted = useCallback(
    (revision: number, of = { facet, id }) => noteStep((known) => storedStep(known, { ...of, revision })),
    [noteStep, facet, id],
  );
  const [typed] = useDebouncedValue(text ?? "", WAIT_MS);
  const sketch = useQuery({
    ...queries.scriptDrawing(facet, id, culture, layout, isDetailed, typed),
    enabled: canEdit && isDirty,
  });
  const empty = useQuery({ ...queries.scriptDrawing(facet, id, culture, layout, isDetailed, ""), enabled: canEdit });
  const draft = isDirty && canEdit ? sketch.data : undefined;
  const drawing = useSharedParts(draft?.drawing ?? stored);
  const places = useMemo(() => (draft?.lines ? linesOf(draft.lines) : written(stored)), [draft, stored]);
  const marks = useMemo(() => {
    const found = (empty.data?.marks ?? []).map(({ mark, types: named }): [string, readonly string[]] => [mark, named]);
    return new Map([...found, [CALLED, callable]]);
  }, [empty.data, callable]);
  const problems = useMemo(() => (draft?.findings ?? []).map(problemOf), [draft]);

  const leave = useOpen();
  const opened = useRef<Opened>({ changePanes, leave, pasteBehind: () => undefined });
  // A step that is not stored yet has no address.
  const [fresh, setFresh] = useState<string>();
  const [kept, keep] = useChosen(stored);
  const chosen = drawing.nodes.some((each) => each.shapeId === fresh) ? fresh : kept;
  const [flow, setFlow] = useState<FlowEnds>();
  const choose = useCallback(
    (shape: string) => {
      setFlow(undefined);
      setFresh(shape);
      if (stored.nodes.some((each) => each.shapeId === shape)) keep(shape);
    },
    [stored, keep],
  );
  const chooseLine = (line: number) => {
    const place = places.find((each) => each.line === line);
    if (place) {
      choose(place.shapeId);
      return;
    }
    const above = places.findLast((each) => each.line < line)?.shapeId;
    setFlow(flowOfArrow(drawing, (text ?? "").split("\n")[line] ?? "", above));
  };
  const showStep = useCallback(
    (shape: string) => {
      choose(shape);
      opened.current.changePanes({ details: true });
    },
    [choose],
  );
  const checks = useChecks(element, stored, canEdit);
  const lineChecks = useMemo(() => {
    const lines = new Map(places.map((each) => [each.shapeId, each.line]));
    const at = (each: Check): LineCheck[] =>
      [lines.get(each.shape)].flatMap((line) => (line === undefined ? [] : [{ ...each, line }]));
    return checks.flatMap(at).sort((one, other) => one.line - other.line);
  }, [checks, places]);
  const sayings = useSayings();
  const missing = useMemo(() => saidByShape(checks, sayings), [checks, sayings]);
  const place = places.find((each) => each.shapeId === chosen);
  const isStored = stored.nodes.some((each) => each.shapeId === chosen);
  useBeingAtShape(canEdit && isStored ? chosen : undefined);
  useChanging("script", canEdit && isDirty);
  const others = useOthers(element.id);
  const lineOthers = useMemo(() => othersAt(others, places), [others, places]);
  const node = drawing.nodes.find((each) => each.shapeId === chosen);
  const about =
    node?.id !== undefined && node.type !== undefined
      ? { id: node.id, type: node.type, shape: node.shapeId }
      : undefined;
  const openThreads = useOpenThreads(facet, element)?.get(chosen ?? "");
  const comeOut = useComeOut();
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (canEdit) undoByKey(event, undo);
    comeOut(event);
  };
  const chooseFlow = useCallback((chosen: FlowEnds | undefined) => {
    setFlow(chosen);
    if (chosen) opened.current.changePanes({ details: true });
  }, []);
  // What has a diagram is gone into; all else is looked at beside.
  const pasteBehind = (given: string, shapes: readonly string[]) => {
    if (text === undefined) return;
    const lines = places.filter((each) => shapes.includes(each.shapeId)).map((each) => each.line);
    undo.type(pastedBelow(text, lines.length > 0 ? Math.max(...lines) : undefined, given));
    changePanes({ script: true });
  };
  opened.current = { changePanes, leave, pasteBehind };
  const open = useCallback((node: DiagramNode) => {
    if (node.link === undefined) opened.current.changePanes({ details: true });
    else opened.current.leave(node);
  }, []);
  const paste = useCallback(
    (given: string, shapes: readonly string[]) => opened.current.pasteBehind(given, shapes),
    [],
  );
  const width = (pixels: number) => (isSmall ? undefined : { width: pixels });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are taken from what is in it
    <div className={classes.workspace} onKeyDown={onKeyDown}>
      <div className={`${classes.bar} fs-no-print`}>
        <Toggle isOn={panes.script} toggle={() => changePanes({ script: !panes.script })}>
          {t("script")}
        </Toggle>
        {isSmall && (
          <Toggle isOn={isDrawn} toggle={() => setDrawn(!isDrawn)}>
            {t("drawing")}
          </Toggle>
        )}
        <Toggle isOn={panes.details} toggle={() => changePanes({ details: !panes.details })}>
          {t("details")}
        </Toggle>
        <ShowAs />
        {canEdit && <UndoButtons undo={undo} />}
        <span className={classes.quiet} role="status">
          {isDirty && canEdit && t("unsaved")}
        </span>
      </div>
      <div className={classes.panes}>
        {panes.script && (
          <section
            className={classes.pane}
            hidden={isTable}
            style={width(panes.scriptWidth)}
            aria-label={t("scriptOf")}
          >
            {!canEdit && <ReadScript lines={stored.script ?? []} chosen={chosen} choose={choose} />}
            {canEdit && <OthersChanging element={element.id} shape={chosen ?? null} />}
            {canEdit && script.error && <Failure error={script.error} retry={script.retry} />}
            {canEdit && text === undefined && !script.error && <Loading lines={6} />}
            {canEdit && text !== undefined && (
              <ScriptPane
                script={script}
                type={undo.type}
                text={text}
                culture={culture}
                problems={problems}
                marks={marks}
                checks={lineChecks}
                others={lineOthers}
                show={showStep}
                line={place?.line}
                choose={chooseLine}
              />
            )}
          </section>
        )}
        {panes.script && !isSmall && !isTable && (
          <Splitter side="script" width={panes.scriptWidth} change={(scriptWidth) => changePanes({ scriptWidth })} />
        )}
        {isTable && (
          <div className={classes.middle}>
            <Tables facet={facet} id={id} culture={culture} layout={layout} choose={choose} />
          </div>
        )}
        {!isTable && (!isSmall || isDrawn) && (
          <div className={classes.middle}>
            <Editor
              facet={facet}
              id={id}
              element={element}
              drawing={drawing}
              layout={layout}
              chosen={chosen}
              choose={choose}
              isDraft={draft !== undefined}
              noted={noted}
              open={open}
              paste={canEdit ? paste : undefined}
              missing={missing}
              flow={flow}
              chooseFlow={chooseFlow}
            />
          </div>
        )}
        {panes.details && !isSmall && (
          <Splitter
            side="details"
            width={panes.detailsWidth}
            change={(detailsWidth) => changePanes({ detailsWidth })}
          />
        )}
        {panes.details && (
          <section className={classes.pane} style={width(panes.detailsWidth)} aria-label={t("details")}>
            {flow ? (
              <FlowDetails
                process={element}
                drawing={drawing}
                flow={flow}
                canEdit={canEdit && draft === undefined}
                choose={choose}
                chooseFlow={chooseFlow}
                noted={noted}
              />
            ) : (
              <Details process={element} chosen={about} openThreads={openThreads} noted={noted} />
            )}
          </section>
        )}
      </div>
      {show === "walk" && (
        <Walk facet={facet} id={id} culture={culture} layout={layout} chosen={chosen} choose={choose} />
      )}
    </div>
  );
}

function Toggle({ isOn, toggle, children }: { isOn: boolean; toggle: () => void; children: React.ReactNode }) {
  return (
    <Button size="compact-sm" variant={isOn ? "light" : "default"} aria-pressed={isOn} onClick={toggle}>
      {children}
    </Button>
  );
}

/** The other users, at the lines of their shapes. */
function othersAt(others: readonly PresentUser[], places: readonly Place[]): LineUser[] {
  return places.flatMap(({ line, shapeId }) =>
    others.filter((each) => each.shapeIds.includes(shapeId)).map((user) => ({ line, user })),
  );
}

function linesOf(lines: readonly { line: number; shapeId: string; id?: string; type?: string }[]): Place[] {
  return lines.map(({ line, ...rest }) => ({ line: line - 1, ...rest }));
}

function written({ script = [] }: Drawing): Place[] {
  return script.flatMap(({ shapeId, id, type }, line) => (shapeId === undefined ? [] : [{ line, shapeId, id, type }]));
}
