import { Text, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { AttributeProperty, RelatedProperty } from "@/api/types.gen";
import { Loading } from "@/parts/Loading";
import classes from "./Home.module.css";

interface Properties {
  title: string;
  help?: string;
  isPending?: boolean;
  children: ReactNode;
}

/** One thing to know about the repository, on a card. */
export function Widget({ title, help, isPending = false, children }: Properties) {
  return (
    <section className={`fs-card ${classes.widget}`}>
      <Title order={2}>{title}</Title>
      {help && (
        <Text size="xs" c="dimmed" mb={8}>
          {help}
        </Text>
      )}
      {isPending ? <Loading lines={4} /> : children}
    </section>
  );
}

/** A property that some type of a facet has; what no type has is not asked for. */
export function useProperty(facet: string, key: string): AttributeProperty | RelatedProperty | undefined {
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const types = useTypes();
  const inLists = data.filter((each) => !types.get(each.key)?.isFlow);
  return inLists.flatMap((each) => each.properties).find((each) => each.key === key);
}
