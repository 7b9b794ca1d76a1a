// An element in a frame of another page: its name, and its text or its diagram.
import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { chunk } from "@/app/chunk";
import { useCulture } from "@/app/preferences";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { TabTitle } from "@/parts/PageTitle";
import { StateBadge } from "@/parts/StateBadge";
import { Dropping } from "../files/Dropping";
import classes from "./Element.module.css";
import { ReadView } from "./ReadView";

const Diagram = lazy(() => chunk(() => import("../diagram/Diagram")));

export function Embedded({ facet, id }: { facet: string; id: string }) {
  const { t } = useTranslation();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const types = useTypes();
  const culture = useCulture();
  const router = useRouter();
  const found = useQuery(queries.element(facet, id));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={8} />;
  const { element } = found.data;
  const label = labelOf(types, element, culture);
  const isDiagram = tab === "diagram" && types.get(element.type)?.hasDiagram;
  const search = { culture, tab, embed: undefined };
  const { publicHref } = router.buildLocation({ to: "/elements/$facet/$id", params: { facet, id }, search });
  const whole = new URL(publicHref, location.href);
  whole.searchParams.delete("embed");
  return (
    <>
      <header className={classes.embedded}>
        <TabTitle>{label}</TabTitle>
        <h1>{label}</h1>
        {element.state && <StateBadge state={element.state} />}
        <a className="fs-link fs-no-print" href={whole.href} target="_blank" rel="noopener">
          {t("embed.open")} <ExternalLink size={13} aria-hidden />
        </a>
      </header>
      <Dropping facet={facet} element={element} canEdit={false}>
        {isDiagram ? (
          <Suspense fallback={<Loading lines={8} height={34} />}>
            <Diagram facet={facet} id={id} element={element} />
          </Suspense>
        ) : (
          <ReadView facet={facet} element={element} />
        )}
      </Dropping>
    </>
  );
}
