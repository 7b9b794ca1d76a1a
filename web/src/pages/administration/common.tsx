// What the parts of the administration share: dialogs, actions with their notices, pages, moments.
import { Button, Group, Pagination, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { PAGE } from "@/api/administration";
import { useRefresh } from "@/app/freshness";
import { moment } from "@/parts/moment";
import { useNotify } from "../tree/actions";
import classes from "./Administration.module.css";

/** What the address keeps of a part, and how to change it. A change leads back to the first page, unless it names one. */
export function useAddress(): [
  Record<string, string | undefined>,
  (changed: Record<string, string | undefined>) => void,
] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const change = (changed: Record<string, string | undefined>) => {
    const search = (before: object) => ({ ...before, page: undefined, ...changed });
    // The router knows of no names here: each part has its own.
    void navigate({ to: ".", search: search as never, replace: true });
  };
  return [search, change];
}

export const pageOf = (search: Record<string, string | undefined>): number => Math.max(1, Number(search.page) || 1);

export function Pages({ total }: { total: number }) {
  const { t } = useTranslation("administration");
  const [search, change] = useAddress();
  const pages = Math.ceil(total / PAGE);
  if (pages < 2) return null;
  return (
    <Pagination
      total={pages}
      value={pageOf(search)}
      onChange={(page) => change({ page: String(page) })}
      getControlProps={(control) => ({ "aria-label": t(`pages.${control}`) })}
      getItemProps={(page) => ({ "aria-label": t("pages.page", { page }) })}
    />
  );
}

/** A field that narrows what is seen, by what the address holds. */
export function SearchField({ label }: { label: string }) {
  const [search, change] = useAddress();
  const [text, setText] = useState(search.q ?? "");
  const ask = useDebouncedCallback((q: string) => change({ q: q.trim() || undefined }), 250);
  return (
    <TextInput
      size="sm"
      w={330}
      maw="100%"
      label={label}
      leftSection={<Search size={14} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        ask(event.currentTarget.value);
      }}
    />
  );
}

/** Runs an action, shows its result as a notice, and fetches the data again. */
export function useAct() {
  const refresh = useRefresh();
  const notify = useNotify();
  return async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await work();
      if (done !== undefined) notify.done(done);
      await refresh();
      return true;
    } catch (error) {
      notify.failed(error);
      return false;
    }
  };
}

/** Opens a dialog. */
export function useDialog() {
  const { t } = useTranslation();
  return (title: string, children: ReactNode, size: "md" | "lg" = "md") =>
    modals.open({ title, size, closeButtonProps: { "aria-label": t("close") }, children });
}

/** Asks before something that is not easily taken back. */
export function useConfirm() {
  const { t } = useTranslation();
  return (title: string, help: string, confirm: string, onConfirm: () => void) =>
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{help}</Text>,
      labels: { confirm, cancel: t("cancel") },
      confirmProps: { color: "red.9" },
      closeButtonProps: { "aria-label": t("close") },
      onConfirm,
    });
}

export function Submit({ label, busy, disabled }: { label: string; busy?: boolean; disabled?: boolean }) {
  const { t } = useTranslation();
  return (
    <Group justify="end" mt="md">
      <Button variant="default" onClick={() => modals.closeAll()}>
        {t("cancel")}
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {label}
      </Button>
    </Group>
  );
}

/** A date-time of the storage; a dash where there is none. */
export function useMoment(): (at: string | undefined) => string {
  useTranslation(); // written again when the language changes
  return (at) => moment(at) || "–";
}

/** Many names in a cell. */
export function Names({ children }: { children: ReactNode }) {
  return <div className={classes.names}>{children}</div>;
}
