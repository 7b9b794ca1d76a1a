// A new storage or collection: its name, its name in the address, and what a storage is made from.
import { Select, Stack, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { inCulture, useStorageInfo, useTypes } from "@/api/hooks";
import { ELEMENTS, listAt, write } from "@/api/requests";
import type { GivenElement } from "@/api/types.gen";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { Submit, useAct } from "./common";

const TEMPLATES = ["empty", "standard", "demo"];

export function TenantForm({ isStorage }: { isStorage: boolean }) {
  const { t } = useTranslation("administration");
  const { defaultDataCulture: culture, type } = useStorageInfo();
  const isSystem = type === "ISysAdminContext";
  const { facetOf, roles } = useTypes();
  const kind = isStorage ? roles.storage : roles.collection;
  const [names, setNames, form] = useKeptState(`tenant/${kind}`, { name: "", id: "" });
  const { name, id } = names;
  const [template, setTemplate] = useState<string | null>("standard");
  const [collection, setCollection] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const act = useAct();
  const { data } = useQuery({
    ...administration.elements(facetOf(roles.collection), { select: [roles.name] }),
    enabled: isStorage && isSystem,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const element: GivenElement = {
      type: kind,
      attributes: {
        [roles.tenantName]: { 127: id.trim() },
        [roles.name]: { [culture]: name.trim() },
        ...(isStorage && template !== null ? { [roles.template]: { 127: template } } : {}),
      },
      ...(collection !== null ? { related: { [roles.inCollection]: [{ id: collection }] } } : {}),
    };
    const made = await act(
      () =>
        write("post", ELEMENTS, {
          path: listAt(facetOf(kind), "detail"),
          body: { elements: [element] },
          match: null,
        }),
      t("tenants.makes", { name: name.trim() }),
    );
    if (made) {
      form.discard();
      modals.closeAll();
    }
    setBusy(false);
  };
  const isComplete = name.trim() !== "" && id.trim() !== "" && (!isStorage || !isSystem || collection !== null);
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <KeptNotice {...form} />
        <TextInput
          data-autofocus
          required
          label={t("name")}
          value={name}
          onChange={(event) => setNames({ ...names, name: event.currentTarget.value })}
        />
        <TextInput
          required
          label={t("tenants.id")}
          description={t("tenants.idHelp")}
          value={id}
          onChange={(event) => setNames({ ...names, id: event.currentTarget.value })}
        />
        {isStorage && isSystem && (
          <Select
            required
            label={t("tenants.collection")}
            value={collection}
            onChange={setCollection}
            data={(data?.elements ?? []).map((each) => ({
              value: each.id,
              label: String(inCulture(each.attributes?.[roles.name], culture) ?? each.id),
            }))}
            comboboxProps={{ withinPortal: true }}
          />
        )}
        {isStorage && (
          <Select
            label={t("tenants.template")}
            clearable
            placeholder={t("tenants.noTemplate")}
            value={template}
            onChange={setTemplate}
            data={TEMPLATES}
            comboboxProps={{ withinPortal: true }}
            clearButtonProps={{ "aria-label": t("tenants.noTemplate") }}
          />
        )}
      </Stack>
      <Submit label={t("tenants.create")} busy={busy} disabled={!isComplete} />
    </form>
  );
}
