// Everything that has the words: best first, to be narrowed to a facet.
import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Search, SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useFacets } from "@/app/facets";
import { useCulture } from "@/app/preferences";
import { ElementLink } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { MarkedText } from "@/parts/Marked";
import { More } from "@/parts/More";
import { PageTitle } from "@/parts/PageTitle";
import { StateBadge } from "@/parts/StateBadge";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import list from "../list/ListPage.module.css";

export default function SearchPage() {
  const { t } = useTranslation("search");
  const { q = "", facet } = useSearch({ from: "/search" });
  const culture = useCulture();
  const found = useInfiniteQuery(queries.allHits(q, culture, facet));
  // Only for the counts: one hit is enough.
  const everywhere = useQuery(queries.search(q, culture, 1));
  const facets = useFacets();
  const types = useTypes();
  if (q.trim() === "") {
    return (
      <div className="fs-page">
        <EmptyState isPage icon={Search} title={t("ask")}>
          {t("askHelp")}
        </EmptyState>
      </div>
    );
  }
  const data = found.data?.pages[0];
  const hits = [...new Map(found.data?.pages.flatMap((each) => each.values).map((each) => [each.id, each])).values()];
  return (
    <div className="fs-page">
      <PageTitle>{t("title")}</PageTitle>
      {found.error && data === undefined && <Failure error={found.error} retry={() => found.refetch()} />}
      {data === undefined && !found.error && <Loading />}
      {data && (
        <>
          <Text size="sm" c="dimmed" aria-live="polite">
            {data.totalIsMinimum ? t("atLeast", { count: data.total, q }) : t("hits", { count: data.total, q })}
          </Text>
          <div className={list.chips}>
            <Link
              className={list.chip}
              to="/search"
              search={(before) => ({ ...before, facet: undefined })}
              aria-current={facet === undefined ? "true" : undefined}
            >
              {t("all")}
            </Link>
            {facets
              .filter((each) => everywhere.data?.facets[each.name])
              .map((each) => (
                <Link
                  key={each.name}
                  className={list.chip}
                  to="/search"
                  search={(before) => ({ ...before, facet: each.name })}
                  aria-current={facet === each.name ? "true" : undefined}
                >
                  {each.label} <span className="fs-count">{everywhere.data?.facets[each.name]}</span>
                </Link>
              ))}
          </div>
          {hits.length === 0 ? (
            <EmptyState icon={SearchX} title={t("nothing")}>
              {t("nothingHelp")}
            </EmptyState>
          ) : (
            <Stack gap={0} className="fs-card" px="md">
              {hits.map((hit) => (
                <div
                  key={hit.id}
                  style={{
                    display: "flex",
                    gap: 12,
                    alignItems: "start",
                    padding: "10px 0",
                    borderBottom: "1px solid var(--fs-line)",
                  }}
                >
                  <span style={{ paddingTop: 5 }}>
                    <TypeDot type={hit.type} />
                  </span>
                  <div style={{ flex: 1, minWidth: 0 }}>
                    <div>
                      <ElementLink
                        to={{
                          ...hit,
                          attributes: { [types.get(hit.type)?.label.at(-1) ?? types.roles.name]: hit.name },
                        }}
                      />
                    </div>
                    <Text size="xs" c="dimmed">
                      <TypeName type={hit.type} />
                    </Text>
                    {hit.snippets
                      .filter((each) => each.attribute !== types.roles.name)
                      .map((each) => (
                        <Text key={each.attribute} size="sm" c="dimmed">
                          <MarkedText snippet={each} />
                        </Text>
                      ))}
                  </div>
                  {hit.state && <StateBadge state={hit.state} />}
                </div>
              ))}
              <More pages={found} shown={hits.length} total={data.total} />
              {data.totalIsMinimum && !found.hasNextPage && (
                <Text size="sm" c="dimmed" pb="md">
                  {t("narrow")}
                </Text>
              )}
            </Stack>
          )}
        </>
      )}
    </div>
  );
}
