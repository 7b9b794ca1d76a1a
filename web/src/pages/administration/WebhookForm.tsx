// A new webhook: where it sends, and which events.
import { Checkbox, MultiSelect, PasswordInput, Stack, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import type { WebhookBody } from "@/api/types.gen";
import { make } from "@/api/webhooks";
import { useFacets } from "@/app/facets";
import { useWords } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { Submit, useAct } from "./common";

interface Given {
  name: string;
  url: string;
  facets: string[];
  states: string[];
  kinds: string;
  changes: boolean;
}

const NEW: Given = { name: "", url: "", facets: [], states: [], kinds: "", changes: false };

const bodyOf = ({ kinds, ...given }: Given, header: string, value: string): WebhookBody => ({
  ...given,
  name: given.name.trim(),
  url: given.url.trim(),
  kinds: kinds.split(/[\s,]+/).filter((each) => each !== ""),
  ...(header.trim() !== "" && { headers: { [header.trim()]: value } }),
});

export function WebhookForm({ done }: { done: (secret: string, title: string) => void }) {
  const { t } = useTranslation("administration");
  const facets = useFacets();
  const types = useTypes();
  const words = useWords();
  const [given, setGiven, form] = useKeptState<Given>("webhook", NEW);
  // A password is not kept by the browser.
  const [header, setHeader] = useState("");
  const [value, setValue] = useState("");
  const [busy, setBusy] = useState(false);
  const act = useAct();
  const set = (changed: Partial<Given>) => setGiven({ ...given, ...changed });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await act(async () => {
      const { secret } = await make(bodyOf(given, header, value));
      form.discard();
      modals.closeAll();
      done(secret, t("webhooks.made", { name: given.name.trim() }));
    });
    setBusy(false);
  };
  const several = { searchable: true, clearable: true, comboboxProps: { withinPortal: true } };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <KeptNotice {...form} />
        <TextInput
          data-autofocus
          required
          maxLength={100}
          label={t("name")}
          value={given.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          required
          label={t("webhooks.receiver")}
          description={t("webhooks.receiverHelp")}
          placeholder="https://"
          value={given.url}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
        <MultiSelect
          {...several}
          label={t("webhooks.facets")}
          description={t("webhooks.none")}
          value={given.facets}
          onChange={(chosen) => set({ facets: chosen })}
          data={facets.map((each) => ({ value: each.name, label: each.label }))}
        />
        <MultiSelect
          {...several}
          label={t("webhooks.states")}
          description={t("webhooks.none")}
          value={given.states}
          onChange={(chosen) => set({ states: chosen })}
          data={types.states.map((each) => ({ value: each, label: types.stateName(each, words) }))}
        />
        <TextInput
          label={t("webhooks.kinds")}
          description={t("webhooks.kindsHelp")}
          value={given.kinds}
          onChange={(event) => set({ kinds: event.currentTarget.value })}
        />
        <Checkbox
          label={t("webhooks.changes")}
          checked={given.changes}
          onChange={(event) => set({ changes: event.currentTarget.checked })}
        />
        <TextInput
          label={t("webhooks.header")}
          description={t("webhooks.headerHelp")}
          value={header}
          onChange={(event) => setHeader(event.currentTarget.value)}
        />
        {header.trim() !== "" && (
          <PasswordInput
            label={t("webhooks.headerValue")}
            autoComplete="off"
            visibilityToggleButtonProps={{ "aria-label": t("webhooks.headerShow") }}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Stack>
      <Submit label={t("webhooks.create")} busy={busy} disabled={given.name.trim() === "" || given.url.trim() === ""} />
    </form>
  );
}
