// While elements are translated one after the other: how many are left, and the way to the next one.
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { ArrowRight, Languages } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { ask, ELEMENTS, listAt } from "@/api/requests";
import { useFacets } from "@/app/facets";
import { cultureName } from "@/app/preferences";
import { type Translating, useTranslating } from "@/app/translating";
import { missingFilter } from "@/parts/missing";
import classes from "./Element.module.css";
import { nextOf } from "./next";

/** The next one is looked for among so many. */
const AHEAD = 100;

export function TranslatingBar({ facet, id }: { facet: string; id: string }) {
  const { missing } = useSearch({ strict: false }) as { missing?: number };
  const translating = useTranslating(missing);
  return translating && <Bar facet={facet} id={id} translating={translating} />;
}

function Bar({ facet, id, translating }: { facet: string; id: string; translating: Translating }) {
  const { t, i18n } = useTranslation("element");
  const types = useTypes();
  const label = useFacets().find((each) => each.name === facet)?.label ?? facet;
  const { missing, culture } = translating;
  const filter = missingFilter(types.of(facet), missing);
  const { data } = useQuery({
    queryKey: ["data", "untranslated", facet, missing, filter],
    queryFn: async () => {
      const { data: found, total } = await ask(ELEMENTS, {
        path: listAt(facet, "list"),
        query: { $filter: filter, $count: true, $pageSize: AHEAD, $resources: ["displayNames"] },
      });
      return { ids: found.elements.map((each) => each.id), total: total ?? found.count };
    },
    enabled: filter !== undefined,
  });
  // Where this user is among them: what is translated is no longer there to say.
  const place = useRef(0);
  if (data === undefined) return null;
  const here = data.ids.indexOf(id);
  if (here >= 0) place.current = here;
  const next = nextOf(data.ids, id, place.current);
  return (
    <Group
      component="aside"
      className={`${classes.translating} fs-no-print`}
      aria-label={t("translating.label")}
      gap="sm"
    >
      <Languages size={17} aria-hidden />
      <Text size="sm" fw={600}>
        {t("translating.title", { language: cultureName(missing, i18n.language) })}
      </Text>
      <Text size="sm" role="status">
        {t(data.total === 0 ? "translating.none" : "translating.left", { count: data.total, facet: label })}
      </Text>
      <Group gap="xs" ml="auto">
        <Link
          className="fs-link"
          to="/facets/$facet/$view"
          params={{ facet, view: "list" }}
          search={{ missing, culture }}
        >
          {t("translating.list")}
        </Link>
        {next !== undefined && (
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<ArrowRight size={14} aria-hidden />}
            renderRoot={(given) => (
              <Link
                {...given}
                to="/elements/$facet/$id"
                params={{ facet, id: next }}
                search={({ beside = translating.beside }: { beside?: number }) => ({ ...translating, beside })}
              />
            )}
          >
            {t("translating.next")}
          </Button>
        )}
        {data.total === 0 && (
          <Link className="fs-link" to="/" search={{ culture }}>
            {t("translating.home")}
          </Link>
        )}
      </Group>
    </Group>
  );
}
