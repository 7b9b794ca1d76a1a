// What refers to an element, by the context in which it does.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Reference } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { More } from "@/parts/More";
import { Section } from "@/parts/Section";
import { References } from "./References";
import type { TabProperties } from "./tab";

/** Shapes refer to what they stand for without a context. */
const SHAPES = "content";

export function Usages({ facet, id }: TabProperties) {
  const { t } = useTranslation("element");
  const found = useInfiniteQuery(queries.usages(facet, id));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={5} />;
  const { pages } = found.data;
  const contexts = byContext(pages.map((each) => each.values));
  if (contexts.length === 0) return <EmptyState icon={Link2Off} title={t("noUsages")} />;
  return (
    <>
      {contexts.map(([context, references]) => (
        <Context key={context} context={context} references={references} />
      ))}
      <More pages={found} shown={pages.reduce((sum, each) => sum + each.count, 0)} total={pages[0]?.total} />
    </>
  );
}

/** The references of all pages, by context; each once, also where the list moved on between two pages. */
function byContext(pages: Record<string, Reference[]>[]): [string, Reference[]][] {
  const found = new Map<string, Map<string, Reference>>();
  for (const [context, references] of pages.flatMap((each) => Object.entries(each))) {
    const known = found.get(context) ?? new Map<string, Reference>();
    for (const each of references) known.set(each.id, each);
    found.set(context, known);
  }
  return [...found].map(([context, known]) => [context, [...known.values()]]);
}

/** A context belongs to the types that refer by it: their configuration knows what it is called. */
function Context({ context, references }: { context: string; references: Reference[] }) {
  const { t } = useTranslation("element");
  const words = useWords();
  const first = references[0];
  const isContext = context !== SHAPES && first !== undefined;
  const { data } = useQuery({ ...queries.config(first?.facetName ?? "", "detail"), enabled: isContext });
  const properties = data?.find((each) => each.key === first?.type)?.properties ?? [];
  const named = inCulture(properties.find((each) => each.key === context)?.displayNames, words);
  return (
    <Section title={isContext ? (named ?? (data === undefined ? "…" : context)) : t("inDiagrams")}>
      <References references={references} />
    </Section>
  );
}
