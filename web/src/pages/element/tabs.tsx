// The parts of an element beside its form. To add one: an entry in TABS.
import { Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ListTree } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { chunk } from "@/app/chunk";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import classes from "./Element.module.css";
import { History } from "./History";
import { Permissions } from "./Permissions";
import { References } from "./References";
import type { Tab, TabProperties } from "./tab";
import { Usages } from "./Usages";

const DiagramContent = lazy(() => chunk(() => import("../diagram/Diagram")));
const Workspace = lazy(() => chunk(() => import("../workspace/Workspace")));

export const TABS: readonly Tab[] = [
  {
    key: "diagram",
    when: (element, types) => types.get(element.type)?.hasDiagram ?? false,
    Label: () => useTranslation("diagram").t("title"),
    Content: Diagram,
  },
  { key: "children", when: (element) => (element.children?.length ?? 0) > 0, Label: ChildrenLabel, Content: Children },
  { key: "files", presentOnly: true, Label: FilesLabel, Content: lazy(() => chunk(() => import("../files/FilesTab"))) },
  {
    key: "comments",
    presentOnly: true,
    Label: CommentsLabel,
    Content: lazy(() => chunk(() => import("../comments/CommentsTab"))),
  },
  { key: "usages", Label: UsagesLabel, Content: Usages },
  {
    key: "release",
    presentOnly: true,
    when: (element) => element.versionId !== undefined && element.state !== undefined,
    Label: () => useTranslation("release").t("tab"),
    Content: lazy(() => chunk(() => import("../release/ReleaseTab"))),
  },
  {
    key: "versions",
    when: (element) => element.versionId !== undefined,
    Label: () => useWord("versions"),
    Content: lazy(() => chunk(() => import("../compare/Versions"))),
  },
  { key: "history", presentOnly: true, editorsOnly: true, Label: () => useWord("history"), Content: History },
  {
    key: "permissions",
    presentOnly: true,
    administratorsOnly: true,
    Label: () => useWord("permissions"),
    Content: Permissions,
  },
  { key: "ids", Label: () => useWord("ids"), Content: Ids },
];

function useWord(key: "versions" | "history" | "permissions" | "ids"): string {
  return useTranslation("element").t(key);
}

/** What has a flow is written and drawn; the diagram of all else shows what stands below. */
function Diagram(given: TabProperties) {
  const hasFlow = (useTypes().get(given.element.type)?.content.length ?? 0) > 0;
  return (
    <Suspense fallback={<Loading lines={8} height={34} />}>
      {hasFlow ? <Workspace {...given} /> : <DiagramContent {...given} />}
    </Suspense>
  );
}

function ChildrenLabel({ element }: TabProperties) {
  return useTranslation("element").t("children", { count: element.children?.length ?? 0 });
}

function Children({ facet, id }: TabProperties) {
  const { t } = useTranslation("element");
  const found = useQuery(queries.children(facet, "list", id));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={5} />;
  if (found.data.length === 0) return <EmptyState icon={ListTree} title={t("noChildren")} />;
  return <References references={found.data} />;
}

function FilesLabel({ facet, element }: TabProperties) {
  const { data } = useQuery(queries.files(facet, element));
  return useTranslation("files").t("tab", { count: data?.length ?? 0 });
}

function CommentsLabel({ facet, id, element }: TabProperties) {
  const { data } = useQuery(queries.comments(facet, id, element.versionId ?? id));
  return useTranslation("comments").t("tab", { count: data?.open ?? 0 });
}

function UsagesLabel({ facet, id }: TabProperties) {
  const { data } = useInfiniteQuery(queries.usages(facet, id));
  return useTranslation("element").t("usages", { count: data?.pages[0]?.total ?? 0 });
}

function Ids({ element }: TabProperties) {
  const type = useTypes().get(element.type);
  const rows = {
    id: element.id,
    versionId: element.versionId,
    creationId: element.creationId,
    type: element.type,
    facet: element.facetName,
    state: element.state,
    stereotype: typeof element.stereotype === "string" ? element.stereotype : undefined,
    color: type?.color,
  };
  return (
    <div className={classes.rows}>
      {Object.entries(rows)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <Text size="sm" w={110} c="dimmed">
              {name}
            </Text>
            <span className={classes.mono}>{value}</span>
          </div>
        ))}
    </div>
  );
}
