// The diagram of an element: drawn where the service puts everything, walked through and changed by mouse and by keys.
import { fileName } from "@/parts/saveBlob";
import { useDownload, useDownloading } from "@/parts/useDownload";
import "@xyflow/react/dist/style.css";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { Workflow } from "lucide-react";
import { memo, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { isEmbedded } from "@/app/framing";
import { useHasRole } from "@/app/person";
import { useCulture } from "@/app/preferences";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { useTime } from "@/time/moment";
import type { TabProperties } from "../element/tab";
import { byKey, useActions } from "./actions";
import { Around, type Surroundings } from "./around";
import { shifted } from "./arrange";
import { arrangingOf } from "./arranging";
import { Canvas, type CanvasActs, FIT } from "./Canvas";
import { useChosen, useOpen } from "./chosen";
import { after, between, followed, renamed } from "./content";
import { useCopy } from "./copying";
import classes from "./Diagram.module.css";
import { savePng } from "./download";
import type { Dropped } from "./drop";
import { useEditing } from "./editing";
import { type FlowEnds, keyOf, nextFlow } from "./flow-ends";
import { useFocus } from "./focus";
import { type LookedAtStore, useLookedAtStore } from "./looked-at";
import { useMarquee } from "./Marquee";
import { useOpenThreads } from "./open-threads";
import { useMarks, useOverlays } from "./overlays";
import { Paper } from "./Paper";
import { useShapeTexts } from "./shape-texts";
import { Toolbar } from "./Toolbar";
import { useTogether } from "./together";
import { inOrder, walk } from "./walk";

export default function Diagram(given: TabProperties) {
  const { layout: wanted } = useSearch({ strict: false }) as { layout?: string };
  const layouts = useTypes().get(given.element.type)?.layouts ?? [];
  const layout = layouts.find((each) => each.key === wanted)?.key ?? layouts[0]?.key ?? "";
  const found = useQuery(queries.drawing(given.id, useCulture(), layout));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (!found.data) return <Loading lines={8} height={34} />;
  return (
    <ReactFlowProvider>
      <Chosen key={given.id} {...given} drawing={found.data} layout={layout} />
    </ReactFlowProvider>
  );
}

function Chosen(given: TabProperties & { drawing: Drawing; layout: string }) {
  const [chosen, choose] = useChosen(given.drawing);
  return <Editor {...given} chosen={chosen} choose={choose} />;
}

interface EditorProperties extends TabProperties {
  drawing: Drawing;
  layout: string;
  chosen: string | undefined;
  choose: (id: string) => void;
  /** It shows what is not stored yet, so nothing in it can be changed. */
  isDraft?: boolean;
  /** Called with the revision of each change. */
  noted?: (revision: number) => void;
  /** Opens what a shape shows; without it, where that has its page. */
  open?: (node: DiagramNode) => void;
  /** The connection that is chosen. */
  flow?: FlowEnds;
  chooseFlow?: (flow: FlowEnds | undefined) => void;
  /** What stands against a release, by shape. */
  missing?: ReadonlyMap<string, string>;
  /** Puts a script behind these shapes, or at the end; without it, nothing can be pasted. */
  paste?: (script: string, behind: readonly string[]) => void;
}

type Acts = Omit<Surroundings, "lookedAt" | "isDown">;

/** The same for as long as the shapes need not be drawn again; what is done is done as the diagram is by then. */
function useAroundOf(latest: React.RefObject<Acts | null>, lookedAt: LookedAtStore, isDown: boolean): Surroundings {
  return useMemo(
    () => ({
      lookedAt,
      isDown,
      choose: (id) => latest.current?.choose(id),
      chooseAlone: (id) => latest.current?.chooseAlone(id),
      toggle: (id) => latest.current?.toggle(id),
      open: (node) => latest.current?.open(node),
      facetOf: (node) => latest.current?.facetOf(node) ?? "",
      append: (type) => latest.current?.append(type),
      kinds: () => latest.current?.kinds() ?? [],
      startRename: (id) => latest.current?.startRename(id),
      rename: (id, name) => latest.current?.rename(id, name),
    }),
    [latest, lookedAt, isDown],
  );
}

const STEP = 10;
/** By how much shapes are moved by keys. */
const NUDGES: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const nameOf = ({ nodes }: Drawing, id: string) => nodes.find((each) => each.shapeId === id)?.name ?? "";
const shapeOf = (node: DiagramNode) => node.shapeId;
const shapeAt = ({ target }: React.PointerEvent) =>
  (target as Element).closest<HTMLElement>(".react-flow__node")?.dataset.id;

export const Editor = memo(function Editor(given: EditorProperties) {
  const { facet, id, element, drawing, layout, chosen, choose, isDraft = false, noted, flow, chooseFlow } = given;
  const leave = useOpen();
  const open = given.open ?? leave;
  const { t } = useTranslation("diagram");
  const culture = useCulture();
  const types = useTypes();
  const downloadFile = useDownload();
  const downloading = useDownloading();
  const view = useReactFlow();
  const navigate = useNavigate();
  const texts = useShapeTexts(drawing);
  const helpId = useId();
  const type = types.get(element.type);
  const { data: info } = useQuery(queries.elementInfo(facet, "detail", id));
  const isEditor = useHasRole("editor") && !isEmbedded;
  const offered = isEditor && info?.isReadOnly === false ? (type?.content ?? []) : [];
  const isOffered = offered.length > 0;
  const isEditable = isOffered && !isDraft;
  useQuery({ ...queries.content(facet, id), enabled: isEditable });
  const client = useQueryClient();
  const editing = useEditing(facet, id, noted);
  const frame = useRef<HTMLElement>(null);
  const { focus, goTo } = useFocus(frame, drawing, chosen);
  const [renaming, setRenaming] = useState<string>();
  const node = drawing.nodes.find((each) => each.shapeId === chosen);
  const entry = chosen ?? inOrder(drawing)[0]?.shapeId;
  const together = useTogether(drawing, chosen);
  const [overlays, changeOverlays] = useOverlays();
  const threads = useOpenThreads(facet, element);
  const marks = useMarks(drawing, overlays, given.missing, threads, texts.long);
  const flowKey = flow && keyOf(flow);
  const lookedAt = useLookedAtStore({
    isEditable,
    chosen,
    entry,
    renaming,
    together: together.ids,
    flow: flowKey,
    ...marks,
  });
  const latest = useRef<Acts | null>(null);
  const around = useAroundOf(latest, lookedAt, drawing.direction === "down");
  const canvasActs = useRef<CanvasActs | null>(null);
  const copyScript = useCopy(facet, id, culture);
  const copy = drawing.script && !isDraft ? copyScript : undefined;
  const actions = useActions({
    drawing,
    node,
    together: together.ids,
    offered: isEditable ? offered : [],
    editing,
    open,
    startRename: setRenaming,
    copy,
    goTo,
  });
  const keepsPlaces = type?.layouts.find((each) => each.key === layout)?.keepsPlaces ?? false;
  const arranging = arrangingOf(editing, drawing, isEditable && keepsPlaces);
  const several = drawing.nodes.filter((each) => together.ids.has(each.shapeId));
  const shift = async (moved: DiagramNode, x: number, y: number) =>
    arranging?.move(shifted(together.ids.has(moved.shapeId) ? several : [moved], x, y));
  const takeFramed = (ids: string[]) => {
    together.choose(ids);
    if (ids[0] !== undefined) focus(ids[0]);
  };
  const marquee = useMarquee(drawing, takeFramed);
  const { asOf } = useTime();
  const fit = () => void view.fitView(FIT);

  if (drawing.nodes.length === 0) {
    return (
      <EmptyState icon={Workflow} title={t("empty")}>
        {t(isEditable ? "emptyEdit" : "emptyHelp")}
        {isEditable && (
          <div>
            <Button mt="sm" loading={editing.isBusy} onClick={actions.insert}>
              {t("firstStep")}
            </Button>
          </div>
        )}
      </EmptyState>
    );
  }

  const chooseByKey = ({ key, ctrlKey, metaKey, shiftKey }: React.KeyboardEvent) => {
    if (key.toLowerCase() === "a" && (ctrlKey || metaKey)) return () => together.choose(drawing.nodes.map(shapeOf));
    if (key === "Escape" && flow) return () => chooseFlow?.(undefined);
    if (key.toLowerCase() === "l" && chooseFlow && chosen !== undefined && !ctrlKey && !metaKey) {
      return () => chooseFlow(nextFlow(drawing, chosen, flow));
    }
    if (key === "Escape" && together.ids.size > 0) return () => together.choose([]);
    if (key === " " && (ctrlKey || shiftKey) && chosen !== undefined) return () => together.toggle(chosen);
    return undefined;
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.defaultPrevented || event.target instanceof HTMLTextAreaElement) return;
    const isControl = event.ctrlKey || event.metaKey;
    const isPlain = !isControl && !event.altKey;
    const [x, y] = (event.altKey && NUDGES[event.key]) || [0, 0];
    if (arranging && node && (x !== 0 || y !== 0)) {
      event.preventDefault();
      void shift(node, x, y);
      return;
    }
    const act = byKey(event, actions) ?? chooseByKey(event) ?? (isPlain && event.key === "0" ? fit : undefined);
    const next = !event.altKey && chosen !== undefined ? walk(drawing, chosen, event.key) : undefined;
    if (act === undefined && next === undefined) return;
    event.preventDefault();
    if (next && event.shiftKey) together.add(next.shapeId);
    else if (next && !isControl) together.choose([]);
    if (next) focus(next.shapeId);
    act?.();
  };
  const onPaste = (event: React.ClipboardEvent) => {
    const script = event.clipboardData.getData("text/plain");
    if (given.paste === undefined || event.target instanceof HTMLTextAreaElement || script.trim() === "") return;
    event.preventDefault();
    given.paste(script, together.ids.size > 0 || chosen === undefined ? [...together.ids] : [chosen]);
  };
  const facetOf = (each: DiagramNode) => types.get(each.type ?? "")?.facet ?? facet;
  const acts = {
    choose,
    chooseAlone: (shape: string) => {
      together.choose([]);
      choose(shape);
    },
    toggle: (shape: string) => {
      together.toggle(shape);
      focus(shape);
    },
    open,
    facetOf,
    append: (kind?: string) => actions.append?.(kind),
    kinds: () => (isEditable ? offered : []),
    startRename: setRenaming,
    rename: (shape: string, name: string | null) => {
      setRenaming(undefined);
      if (name !== null) void editing.make((content) => renamed(content, shape, culture, name));
      focus(shape);
    },
  };
  latest.current = acts;
  const connect = (from: string, to: string) =>
    void editing.make((content) => followed(content, from, [...after(content, from).map((each) => each.id), to]));
  const drop = async (shape: DiagramNode, on: Dropped) => {
    if ("edge" in on) {
      await editing.make((content) => between(content, shape.shapeId, on.edge.from, on.edge.to));
    } else if (shape.id !== undefined) {
      const lanes = type?.layouts.find((each) => each.key === layout)?.lanes ?? [];
      const { related = {} } = (await client.fetchQuery(queries.element(facetOf(shape), shape.id))).element;
      const context = lanes.find((each) => (related[each]?.length ?? 0) > 0) ?? lanes[0];
      const others = (related[context ?? ""] ?? []).slice(1);
      const first = on.lane.id === undefined ? [] : [{ id: on.lane.id }];
      if (context !== undefined) await editing.relate(shape.shapeId, context, [...first, ...others]);
    }
    focus(shape.shapeId);
  };
  const moveTo = arranging && ((moved: DiagramNode, x: number, y: number) => shift(moved, x - moved.x, y - moved.y));
  canvasActs.current = { chooseFlow, edit: isEditable ? { connect, drop, moveTo } : undefined };
  const picture = queries.pictureOf(id, culture, layout, asOf, overlays.has("neighbours") || undefined);
  const download = (kind: "svg" | "png") => {
    if (kind === "svg") downloadFile(picture, fileName(drawing.name, "svg"));
    else void downloading(() => savePng(picture, drawing.name, t("noPicture")));
  };
  const changeLayout = (key: string) =>
    void navigate({ to: ".", search: (before) => ({ ...before, layout: key }), replace: true });

  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={t("of", { name: drawing.name })}
      aria-busy={editing.isBusy}
    >
      <Toolbar
        actions={actions}
        isEditable={isEditable}
        hasScript={drawing.script !== undefined}
        arranging={arranging}
        several={several}
        overlays={overlays}
        changeOverlays={changeOverlays}
        layouts={type?.layouts ?? []}
        layout={layout}
        changeLayout={changeLayout}
        zoomIn={() => void view.zoomIn()}
        zoomOut={() => void view.zoomOut()}
        fit={fit}
        print={() => window.print()}
        download={download}
      />
      <Around.Provider value={around}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are taken from the shapes in it */}
        <div
          className={classes.canvas}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onMouseDownCapture={marquee.begin}
          onPointerOver={(event) => lookedAt.hover(shapeAt(event))}
          onPointerLeave={() => lookedAt.hover(undefined)}
        >
          <Canvas drawing={drawing} describedBy={helpId} isEditable={isOffered} acts={canvasActs} />
          {marquee.frame}
        </div>
      </Around.Provider>
      <div id={helpId} className={classes.hint}>
        {t(isEditable ? "editHelp" : "help")}
        {type?.content.length === 0 && ` · ${t("ofChildren")}`}
      </div>
      <div className={classes.hint} role="status">
        {together.ids.size > 0 && t("together", { count: together.ids.size })}
        {flow && t("flow", { from: nameOf(drawing, flow.from), to: nameOf(drawing, flow.to) })}
      </div>
      <Paper drawing={drawing} />
    </section>
  );
});
