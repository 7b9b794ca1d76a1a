// How many threads of an element are open: for those who decide about it. They stop nothing.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import { keepCulture } from "@/parts/ElementLink";

interface Properties {
  facet: string;
  element: string;
  version: string;
  leave?: () => void;
}

export function OpenThreads({ facet, element, version, leave }: Properties) {
  const { t } = useTranslation("comments");
  const count = useQuery(queries.comments(facet, element, version)).data?.open ?? 0;
  if (count === 0) return null;
  return (
    <Text size="sm">
      <Link
        className="fs-link"
        to="/elements/$facet/$id"
        params={{ facet, id: version }}
        search={(before: object) => ({ ...keepCulture(before), tab: "comments" }) as never}
        onClick={leave}
      >
        {t("open", { count })}
      </Link>
    </Text>
  );
}
