// Copying elements: remember one to paste it elsewhere, or duplicate it where it is. Refusals are shown as notices.

import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import { ELEMENT, elementAt } from "@/api/requests";
import { seen } from "@/api/seen";
import type { CopyBody } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { queryClient } from "@/app/query-client";
import { type Named, useNotify } from "./actions";

export interface Copied extends Named {
  facet: string;
  type: string;
  /** It was cut: pasting moves it. */
  isCut?: boolean;
}

let copied: Copied | null = null;
const listeners = new Set<() => void>();

function remember(element: Copied | null): void {
  copied = element;
  for (const listener of listeners) listener();
}

/** The element that was copied last and can be pasted. */
export function useCopied(): Copied | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => copied,
  );
}

type Choice = Pick<CopyBody, "children" | "content">;

/** `choose` is called with the id of a new copy. */
export function useCopying(choose: (id: string) => void) {
  const { t } = useTranslation("tree");
  const shell = useTranslation().t;
  const refresh = useRefresh();
  const notify = useNotify();

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      notify.failed(error);
    }
  };
  const send = (element: Copied, body: CopyBody) =>
    attempt(async () => {
      const write = seen(element.facet, element.id);
      const path = elementAt(element.facet, "detail", element.id);
      const { data } = await write("post", `${ELEMENT}/copy`, { path, body });
      notify.done(t("duplicated", { name: element.label }));
      await refresh();
      const [made] = data.elements;
      if (made !== undefined) choose(made.id);
    });
  /** Asks what to take along, where there is anything. */
  const make = (element: Copied, place: CopyBody) =>
    attempt(async () => {
      const { element: found } = await queryClient.fetchQuery(queries.element(element.facet, element.id));
      const below = found.children?.length ?? 0;
      const hasDiagram = (found.content?.length ?? 0) > 0;
      if (below === 0 && !hasDiagram) {
        await send(element, place);
        return;
      }
      modals.open({
        title: t("copyAsk", { name: element.label }),
        closeButtonProps: { "aria-label": shell("close") },
        children: (
          <CopyForm
            below={below}
            hasDiagram={hasDiagram}
            done={(choice) => void send(element, { ...place, ...choice })}
          />
        ),
      });
    });
  /** Does something with an element that may be copied, or says that it may not. */
  const ifCopyable = (element: Copied, act: () => void | Promise<void>) =>
    attempt(async () => {
      const info = await queryClient.fetchQuery(queries.elementInfo(element.facet, "detail", element.id));
      if (info?.isCurrentCopyable) await act();
      else notify.warned(t("notCopyable", { name: element.label }), t("notCopyableHelp"));
    });

  /** Moves what was cut below another element. */
  const move = (element: Copied, parent: Named) =>
    attempt(async () => {
      if (element.id === parent.id) return;
      const path = elementAt(element.facet, "tree", element.id);
      await seen(element.facet, element.id)("post", `${ELEMENT}/move`, { path, body: { parent: parent.id } });
      remember(null);
      notify.done(t("moved", { name: element.label }));
      await refresh();
      choose(element.id);
    });

  return {
    cut: (element: Copied) =>
      attempt(async () => {
        const info = await queryClient.fetchQuery(queries.elementInfo(element.facet, "detail", element.id));
        if (!info?.isCurrentMovable) {
          notify.warned(t("notMovable", { name: element.label }), t("notMovableHelp"));
          return;
        }
        remember({ ...element, isCut: true });
        notify.done(t("cutDone", { name: element.label }));
      }),
    copy: (element: Copied) =>
      ifCopyable(element, () => {
        remember(element);
        notify.done(t("copied", { name: element.label }));
      }),
    duplicate: (element: Copied) => ifCopyable(element, () => make(element, {})),
    /** Below another element; pasted onto itself, an element is copied beside itself. */
    paste: (element: Copied, parent: Named) =>
      element.isCut ? move(element, parent) : make(element, parent.id === element.id ? {} : { parent: parent.id }),
  };
}

interface FormProperties {
  below: number;
  hasDiagram: boolean;
  done: (choice: Choice) => void;
}

function CopyForm({ below, hasDiagram, done }: FormProperties) {
  const { t } = useTranslation("tree");
  const shell = useTranslation().t;
  const [children, setChildren] = useState(false);
  const [content, setContent] = useState(true);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        modals.closeAll();
        done({ children: below > 0 && children, content: !hasDiagram || content });
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t("copyHelp")}</Text>
        {hasDiagram && (
          <Checkbox
            data-autofocus
            label={t("withDiagram")}
            checked={content}
            onChange={(event) => setContent(event.currentTarget.checked)}
          />
        )}
        {below > 0 && (
          <Checkbox
            data-autofocus={!hasDiagram || undefined}
            label={t("withChildren", { count: below })}
            checked={children}
            onChange={(event) => setChildren(event.currentTarget.checked)}
          />
        )}
        <Group justify="end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {shell("cancel")}
          </Button>
          <Button type="submit">{t("makeCopy")}</Button>
        </Group>
      </Stack>
    </form>
  );
}
