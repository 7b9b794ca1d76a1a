// What a deletion takes along, before it happens: what stands below the element, and what refers to it.
import { Button, Group, List, Loader, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { labelOf, useNamed, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ELEMENT, elementAt, read, write } from "@/api/requests";
import { seen } from "@/api/seen";
import type { Element, Reference } from "@/api/types.gen";
import { useRefresh, whileDeleting } from "@/app/freshness";
import { Failure } from "@/parts/Failure";
import { below } from "./below";
import { useNotify } from "./notify";

const MOST_NAMED = 6;

const childrenOf = async (facet: string, id: string) => {
  const path = elementAt(facet, "detail", id);
  return (await read(`${ELEMENT}/children`, { path, query: { $resources: ["attributes", "children"] } })).elements;
};

const usersOf = (facet: string, id: string) => ({
  queryKey: [...queries.usages(facet, id).queryKey, "first"],
  queryFn: () =>
    read(`${ELEMENT}/usages`, { path: elementAt(facet, "detail", id), query: { $pageSize: MOST_NAMED + 1 } }),
});

interface Properties {
  facet: string;
  id: string;
  label: string;
  /** Dialogs stand outside of the router, which knows it. */
  culture: number;
  then?: () => void;
}

export function DeleteForm({ facet, id, label, culture, then }: Properties) {
  const { t } = useTranslation("tree");
  const shell = useTranslation().t;
  const taken = useQuery({
    queryKey: [...queries.children(facet, "detail", id).queryKey, "below"],
    queryFn: () => below(facet, id, childrenOf),
  });
  const used = useQuery(usersOf(facet, id));
  const elements = taken.data?.elements ?? [];
  const deleting = useDeleting({ facet, id, label, culture, then }, elements);
  const failed = taken.error ?? used.error;
  const isKnown = taken.data !== undefined && used.data !== undefined;
  const isCut = taken.data?.isCut === true;
  return (
    <Stack gap="sm">
      {failed && <Failure error={failed} retry={() => [taken.refetch(), used.refetch()]} />}
      {!failed && !isKnown && <Loader size="sm" aria-label={t("deleteLooking")} />}
      {isKnown && elements.length > 0 && <Taken elements={elements} isCut={isCut} culture={culture} />}
      {isKnown && used.data.total > 0 && <Users total={used.data.total} values={used.data.values} culture={culture} />}
      <Text size="sm">{t("deleteHelp")}</Text>
      {deleting.error && <Failure error={deleting.error} />}
      {deleting.isPending && elements.length > 0 && (
        <Text size="sm" role="status">
          {t("deleteProgress", { done: deleting.done, count: elements.length + 1 })}
        </Text>
      )}
      <Group justify="end">
        <Button variant="default" data-autofocus onClick={() => modals.closeAll()} disabled={deleting.isPending}>
          {shell("cancel")}
        </Button>
        <Button
          color="red.9"
          loading={deleting.isPending}
          disabled={!isKnown || isCut}
          onClick={() => deleting.mutate()}
        >
          {elements.length > 0 && isKnown ? t("deleteAll", { count: elements.length + 1 }) : t("delete")}
        </Button>
      </Group>
    </Stack>
  );
}

function Taken({ elements, isCut, culture }: { elements: Element[]; isCut: boolean; culture: number }) {
  const { t } = useTranslation("tree");
  return (
    <div>
      <Text size="sm" fw={600}>
        {isCut ? t("deleteTooMany", { count: elements.length }) : t("deleteBelow", { count: elements.length })}
      </Text>
      <Names elements={elements} culture={culture} />
    </div>
  );
}

function Users({ total, values, culture }: { total: number; values: Record<string, Reference[]>; culture: number }) {
  const { t } = useTranslation("tree");
  const users = new Map(Object.values(values).flatMap((each) => each.map((one) => [one.id, one] as const)));
  return (
    <div>
      <Text size="sm" fw={600}>
        {t("deleteUsed", { count: total })}
      </Text>
      <Names elements={[...users.values()]} total={total} culture={culture} />
    </div>
  );
}

interface NamesProperties {
  elements: (Element | Reference)[];
  /** Where not all of them are given. */
  total?: number;
  culture: number;
}

function Names({ elements, total = elements.length, culture }: NamesProperties) {
  const { t } = useTranslation("tree");
  const rest = total - Math.min(elements.length, MOST_NAMED);
  return (
    <List size="sm" mt={4}>
      {elements.slice(0, MOST_NAMED).map((each) => (
        <List.Item key={each.id}>
          <Name of={each} culture={culture} />
        </List.Item>
      ))}
      {rest > 0 && <List.Item>{t("deleteMore", { count: rest })}</List.Item>}
    </List>
  );
}

function Name({ of, culture }: { of: Element | Reference; culture: number }) {
  const { t } = useTranslation();
  const types = useTypes();
  const own = "attributes" in of ? of : undefined;
  const named = useNamed(of, own === undefined);
  const known = own ?? named;
  if (known === undefined) return "…";
  return known === null ? t("unknownElement") : labelOf(types, known, culture);
}

/** Deletes what stands below first, the deepest before, so that a failure leaves nothing behind that stands nowhere. */
function useDeleting({ facet, id, label: name, then }: Properties, elements: Element[]) {
  const { t } = useTranslation("tree");
  const refresh = useRefresh();
  const notify = useNotify();
  const [done, setDone] = useState(0);
  const [writeSeen] = useState(() => seen(facet, id));
  const deleting = useMutation({
    mutationFn: () => {
      setDone(0);
      return whileDeleting([id, ...elements.map((each) => each.id)], async () => {
        for (const each of [...elements].reverse()) {
          await remove(each.facetName, each.id);
          setDone((before) => before + 1);
        }
        // The deletions before it have changed it.
        if (elements.length > 0) await remove(facet, id);
        else await writeSeen("delete", ELEMENT, { path: elementAt(facet, "detail", id), query: { force: true } });
      });
    },
    onSuccess: async () => {
      modals.closeAll();
      notify.done(elements.length > 0 ? t("deletedAll", { name, count: elements.length }) : t("deleted", { name }));
      then?.();
      await refresh(id);
    },
    // What was deleted before is gone from the list, so that trying again goes on from there.
    onError: () => refresh(),
  });
  return { ...deleting, done };
}

/** What refers to it was shown before: with `force`, the service no longer asks. */
const remove = (facet: string, id: string) =>
  write("delete", ELEMENT, { path: elementAt(facet, "detail", id), query: { force: true }, match: null });
