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
import { Canvas, FIT } from "./Canvas";
import { useChosen, useOpen } from "./chosen";
import { after, between, followed, renamed } from "./content";
import classes from "./Diagram.module.css";
import { savePng } from "./download";
import type { Dropped } from "./drop";
import { useEditing } from "./editing";
import { useFocus } from "./focus";
import { type LookedAtStore, useLookedAtStore } from "./looked-at";
import { Paper } from "./Paper";
import { useShapeTexts } from "./shape-texts";
import { Toolbar } from "./Toolbar";
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
}

type Acts = Omit<Surroundings, "lookedAt" | "isEditable" | "isDown" | "describe">;

/** The same for as long as the shapes need not be drawn again; what is done is done as the diagram is by then. */
function useAroundOf(
  latest: React.RefObject<Acts | null>,
  lookedAt: LookedAtStore,
  isEditable: boolean,
  isDown: boolean,
  describe: Surroundings["describe"],
): Surroundings {
  return useMemo(
    () => ({
      lookedAt,
      isEditable,
      isDown,
      describe,
      choose: (id) => latest.current?.choose(id),
      open: (node) => latest.current?.open(node),
      facetOf: (node) => latest.current?.facetOf(node) ?? "",
      append: () => latest.current?.append(),
      startRename: (id) => latest.current?.startRename(id),
      rename: (id, name) => latest.current?.rename(id, name),
    }),
    [latest, lookedAt, isEditable, isDown, describe],
  );
}

export const Editor = memo(function Editor(given: EditorProperties) {
  const { facet, id, element, drawing, layout, chosen, choose, isDraft = false, noted } = given;
  const leave = useOpen();
  const open = given.open ?? leave;
  const { t } = useTranslation("diagram");
  const culture = useCulture();
  const types = useTypes();
  const downloadFile = useDownload();
  const downloading = useDownloading();
  const flow = useReactFlow();
  const navigate = useNavigate();
  const texts = useShapeTexts(drawing);
  const helpId = useId();
  const type = types.get(element.type);
  const { data: info } = useQuery(queries.elementInfo(facet, "detail", id));
  const isEditor = useHasRole("editor") && !isEmbedded;
  const offered = isEditor && info?.isReadOnly === false ? (type?.content ?? []) : [];
  const isEditable = offered.length > 0 && !isDraft;
  useQuery({ ...queries.content(facet, id), enabled: isEditable });
  const client = useQueryClient();
  const editing = useEditing(facet, id, noted);
  const frame = useRef<HTMLElement>(null);
  const { focus, goTo } = useFocus(frame, drawing, chosen);
  const [renaming, setRenaming] = useState<string>();
  const node = drawing.nodes.find((each) => each.shapeId === chosen);
  const entry = chosen ?? inOrder(drawing)[0]?.shapeId;
  const lookedAt = useLookedAtStore({ chosen, entry, renaming });
  const latest = useRef<Acts | null>(null);
  const around = useAroundOf(latest, lookedAt, isEditable, drawing.direction === "down", texts.long);
  const actions = useActions({ drawing, node, offered, editing, open, startRename: setRenaming, goTo });
  const { asOf } = useTime();
  const fit = () => void flow.fitView(FIT);

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

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.defaultPrevented || event.target instanceof HTMLTextAreaElement) return;
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const act = byKey(event, actions) ?? (isPlain && event.key === "0" ? fit : undefined);
    const next = isPlain && chosen !== undefined ? walk(drawing, chosen, event.key) : undefined;
    if (act === undefined && next === undefined) return;
    event.preventDefault();
    if (next) focus(next.shapeId);
    act?.();
  };
  const facetOf = (each: DiagramNode) => types.get(each.type ?? "")?.facet ?? facet;
  const acts = {
    choose,
    open,
    facetOf,
    append: () => actions.append?.(),
    startRename: setRenaming,
    rename: (shape: string, name: string | null) => {
      setRenaming(undefined);
      if (name !== null) void editing.make((content) => renamed(content, shape, culture, name));
      focus(shape);
    },
  };
  latest.current = acts;
  const join = (from: string, to: string) =>
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
  const picture = queries.pictureOf(id, culture, layout, asOf);
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
        layouts={type?.layouts ?? []}
        layout={layout}
        changeLayout={changeLayout}
        zoomIn={() => void flow.zoomIn()}
        zoomOut={() => void flow.zoomOut()}
        fit={fit}
        print={() => window.print()}
        download={download}
      />
      <Around.Provider value={around}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are taken from the shapes in it */}
        <div className={classes.canvas} onKeyDown={onKeyDown}>
          <Canvas
            drawing={drawing}
            describedBy={helpId}
            connect={isEditable ? join : undefined}
            drop={isEditable ? drop : undefined}
          />
        </div>
      </Around.Provider>
      <div id={helpId} className={classes.hint}>
        {t(isEditable ? "editHelp" : "help")}
        {type?.content.length === 0 && ` · ${t("ofChildren")}`}
      </div>
      <Paper drawing={drawing} />
    </section>
  );
});
