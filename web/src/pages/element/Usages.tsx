// What refers to an element, by the context in which it does.
import { useQuery } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Reference } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Section } from "@/parts/Section";
import { References } from "./References";
import type { TabProperties } from "./tab";

/** Shapes refer to what they stand for without a context. */
const SHAPES = "content";

export function Usages({ facet, id }: TabProperties) {
  const { t } = useTranslation("element");
  const found = useQuery(queries.usages(facet, id));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={5} />;
  const contexts = Object.entries(found.data.values);
  if (contexts.length === 0) return <EmptyState icon={Link2Off} title={t("noUsages")} />;
  return contexts.map(([context, references]) => <Context key={context} context={context} references={references} />);
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
