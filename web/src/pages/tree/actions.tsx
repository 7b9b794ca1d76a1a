// What can be done with elements of a tree or list: create, rename, delete, move. Errors are shown as notices.
import { Button, Group, Textarea } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { ELEMENT, ELEMENTS, elementAt, listAt } from "@/api/requests";
import { seen } from "@/api/seen";
import { showChange } from "@/app/freshness";
import { cultureName, useCulture } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { useCreateDialog } from "../create/dialog";
import { DeleteForm } from "./DeleteForm";
import { useNotify } from "./notify";

export { useNotify } from "./notify";

export interface Named {
  id: string;
  label: string;
}

interface Renamed extends Named {
  /** In all cultures. */
  attributes?: Record<string, Record<string, unknown>>;
}

/** The name in a culture itself; empty where it has none: a name shown in its place is not a translation. */
function nameIn({ attributes }: Renamed, name: string, culture: number): string {
  return String(attributes?.[name]?.[culture] ?? "");
}

export function useElementActions(facet: string) {
  const { t, i18n } = useTranslation("tree");
  const shell = useTranslation().t;
  const types = useTypes();
  const culture = useCulture();
  const openCreate = useCreateDialog();
  const notify = useNotify();
  const inThis = { culture: cultureName(culture, i18n.language) };

  const act = async (id: string, work: () => Promise<string>): Promise<boolean> => {
    try {
      notify.done(await work());
      await showChange(id);
      return true;
    } catch (error) {
      notify.failed(error);
      return false;
    }
  };
  const askName = (title: string, subject: string, label: string, value: string, button: string, done: NameDone) =>
    modals.open({
      title,
      closeButtonProps: { "aria-label": shell("close") },
      children: <NameForm subject={subject} label={label} value={value} button={button} done={done} />,
    });

  return {
    create: (type: string, parent: Named | null, then?: (id: string) => void) =>
      openCreate(type, parent?.id ?? null, then),
    rename: (element: Renamed) => {
      const write = seen(facet, element.id);
      const rename: NameDone = (name) =>
        act(element.id, async () => {
          const body = { elements: [{ id: element.id, attributes: { [types.roles.name]: { [culture]: name } } }] };
          await write("post", ELEMENTS, { path: listAt(facet, "detail"), body });
          return t("renamed", { name });
        });
      const subject = `rename/${element.id}/${culture}`;
      const before = nameIn(element, types.roles.name, culture);
      askName(t("rename"), subject, t("nameIn", inThis), before, t("rename"), rename);
    },
    remove: (element: Named, then?: () => void) =>
      modals.open({
        title: t("deleteAsk", { name: element.label }),
        closeButtonProps: { "aria-label": shell("close") },
        children: <DeleteForm facet={facet} id={element.id} label={element.label} culture={culture} then={then} />,
      }),
    move: (element: Named, parent: string | null, position?: number) =>
      act(element.id, async () => {
        const path = elementAt(facet, "tree", element.id);
        await seen(facet, element.id)("post", `${ELEMENT}/move`, { path, body: { parent, position } });
        return t("moved", { name: element.label });
      }),
  };
}

/** Resolves to whether the name was taken; if not, the dialog stays. */
export type NameDone = (name: string) => Promise<boolean> | boolean;

/** A name of an element, to be entered or changed. */
export function NameForm({
  subject,
  label,
  value,
  button,
  done,
}: {
  /** What is named: what was typed is kept for it. */
  subject: string;
  label: string;
  value: string;
  button: string;
  done: NameDone;
}) {
  const [name, setName, form] = useKeptState(subject, value);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    if (name.trim() === "" || isBusy) return;
    setIsBusy(true);
    if (await done(name.trim())) {
      form.discard();
      modals.closeAll();
    }
    setIsBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <KeptNotice {...form} />
      <Textarea
        data-autofocus
        autosize
        minRows={1}
        label={label}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            void submit();
          }
        }}
      />
      <Group justify="end" mt="md">
        <Button type="submit" loading={isBusy} disabled={name.trim() === ""}>
          {button}
        </Button>
      </Group>
    </form>
  );
}

/** The address of an element, for others. */
export function useCopyLink() {
  const { t } = useTranslation();
  const notify = useNotify();
  return async (href: string) => {
    await navigator.clipboard.writeText(new URL(href, location.href).href);
    notify.done(t("copied"));
  };
}
