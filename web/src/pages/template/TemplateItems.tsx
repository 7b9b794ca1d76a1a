// The templates of a facet as entries of a menu, and the dialog that makes an element from one.
import { Button, Group, Menu, Stack, Text, Textarea } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import { LayoutTemplate } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import { ELEMENT, ELEMENTS, elementAt, listAt, write } from "@/api/requests";
import type { PreferredElement } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { cultureName, useCulture } from "@/app/preferences";
import { Failure } from "@/parts/Failure";
import { useNotify } from "../tree/notify";
import { useTemplates } from "./templates";

interface Properties {
  facet: string;
  /** What the new element shall stand below, if templates of these types can; otherwise it stands where its template does. */
  parent?: { id: string; types: readonly string[] };
  choose: (id: string) => void;
}

export function TemplateItems({ facet, parent, choose }: Properties) {
  const { t } = useTranslation("tree");
  const shell = useTranslation().t;
  const culture = useCulture();
  const notify = useNotify();
  const templates = useTemplates(facet);
  if (templates.length === 0) return null;
  const open = (template: PreferredElement) => {
    const done = (id: string, name: string) => {
      modals.close(opened);
      notify.done(t("created", { name }));
      choose(id);
    };
    const below = parent?.types.includes(template.type) ? parent.id : undefined;
    const opened = modals.open({
      title: t("fromTemplate", { name: inCulture(template.name, culture) }),
      closeButtonProps: { "aria-label": shell("close") },
      children: <TemplateForm template={template} parent={below} culture={culture} done={done} />,
    });
  };
  return (
    <>
      <Menu.Label>{t("templates")}</Menu.Label>
      {templates.map((each) => (
        <Menu.Item key={each.id} leftSection={<LayoutTemplate size={14} aria-hidden />} onClick={() => open(each)}>
          {inCulture(each.name, culture) ?? each.id}
        </Menu.Item>
      ))}
    </>
  );
}

interface FormProperties {
  template: PreferredElement;
  parent?: string;
  culture: number;
  done: (id: string, name: string) => void;
}

function TemplateForm({ template, parent, culture, done }: FormProperties) {
  const { t, i18n } = useTranslation("tree");
  const [name, setName] = useState("");
  const making = useMaking(template, parent, culture, done);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !making.isPending) making.mutate(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t("templateHelp")}</Text>
        <Textarea
          data-autofocus
          autosize
          minRows={1}
          label={t("nameIn", { culture: cultureName(culture, i18n.language) })}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && !event.shiftKey && submit(event)}
        />
        {making.error && <Failure error={making.error} />}
        <Group justify="end">
          <Button type="submit" disabled={name.trim() === ""} loading={making.isPending}>
            {t("create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Copies the template with its diagram and all below it, and gives the copy its name. */
function useMaking(
  template: PreferredElement,
  parent: string | undefined,
  culture: number,
  done: FormProperties["done"],
) {
  const types = useTypes();
  const refresh = useRefresh();
  // A copy that could not be named is named by the next attempt, instead of being made again.
  const made = useRef<string | undefined>(undefined);
  return useMutation({
    mutationFn: async (name: string) => {
      const { facetName, id } = template;
      made.current ??= (
        await write("post", `${ELEMENT}/copy`, {
          path: elementAt(facetName, "detail", id),
          body: { parent, children: true, content: true },
          match: null,
        })
      ).data.elements[0]?.id;
      const attributes = { [types.roles.name]: { [culture]: name } };
      const body = { elements: [{ id: made.current, attributes }] };
      await write("post", ELEMENTS, { path: listAt(facetName, "detail"), body, match: null });
      return name;
    },
    onSuccess: async (name) => {
      await refresh();
      if (made.current !== undefined) done(made.current, name);
    },
  });
}
