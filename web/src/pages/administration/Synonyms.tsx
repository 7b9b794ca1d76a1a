// The synonyms of the storage: groups of words that mean the same to its search.
import { Button, Group, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { isOvertaken } from "@/api/client";
import { useRefresh } from "@/app/freshness";
import { DataTable } from "@/parts/DataTable";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { useNotify } from "../tree/actions";
import classes from "./Administration.module.css";
import { Refused } from "./useOwnTypes";

type Row = { place: number; words: string[] };

/** The words of a group as they are typed: separated by commas. */
const wordsIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter(Boolean);

export default function Synonyms() {
  const { t } = useTranslation("administration");
  const found = useQuery(administration.synonyms);
  const { save, isBusy, error } = useChange(found.data);
  const [text, setText] = useState("");
  const [place, setPlace] = useState<number>();
  const field = useRef<HTMLInputElement>(null);
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading />;
  const rows = found.data.groups.map((words, place): Row => ({ place, words }));
  const clear = () => {
    setText("");
    setPlace(undefined);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const group = wordsIn(text);
    const changed = place === undefined ? [...rows, { place: rows.length, words: group }] : rows;
    const groups = changed.map((row) => (row.place === place ? group : row.words));
    if (await save(groups, t(place === undefined ? "synonyms.added" : "synonyms.changed"))) clear();
  };
  const remove = async (row: Row) => {
    const rest = rows.filter((each) => each !== row).map((each) => each.words);
    if (await save(rest, t("synonyms.removed"))) clear();
  };
  const change = (row: Row) => {
    setText(row.words.join(", "));
    setPlace(row.place);
    field.current?.focus();
  };
  return (
    <>
      <form className={classes.bar} onSubmit={(event) => void submit(event)}>
        <TextInput
          ref={field}
          label={t("synonyms.field")}
          description={t("synonyms.fieldHelp")}
          w={460}
          maw="100%"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group align="end">
          <Button
            type="submit"
            leftSection={place === undefined && <Plus size={16} aria-hidden />}
            disabled={wordsIn(text).length < 2}
            loading={isBusy}
          >
            {t(place === undefined ? "synonyms.add" : "synonyms.save")}
          </Button>
          {place !== undefined && (
            <Button variant="default" onClick={clear}>
              {t("synonyms.stop")}
            </Button>
          )}
        </Group>
      </form>
      <Refused error={error} late={t("synonyms.overtaken")} />
      <div className="fs-card">
        <DataTable
          label={t("synonyms.title")}
          rows={rows}
          rowKey={(row) => String(row.place)}
          columns={[
            { label: t("synonyms.field"), cell: (row) => row.words.join(", ") },
            {
              label: t("actions"),
              isHidden: true,
              cell: (row) => <Actions row={row} change={change} remove={remove} />,
            },
          ]}
        />
        {rows.length === 0 && (
          <Text c="dimmed" size="sm" p="md">
            {t("synonyms.empty")}
          </Text>
        )}
      </div>
    </>
  );
}

interface ActionsProps {
  row: Row;
  change: (row: Row) => void;
  remove: (row: Row) => Promise<void>;
}

function Actions({ row, change, remove }: ActionsProps) {
  const { t } = useTranslation("administration");
  const words = row.words.join(", ");
  return (
    <Group gap="xs" wrap="nowrap" justify="end">
      <Button variant="default" size="xs" aria-label={t("synonyms.changeOf", { words })} onClick={() => change(row)}>
        {t("synonyms.change")}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={t("synonyms.removeOf", { words })}
        onClick={() => void remove(row)}
      >
        {t("synonyms.remove")}
      </Button>
    </Group>
  );
}

/** Stores all groups, as the user saw them. What the service refuses stays in the field. */
function useChange(seen: { etag: string | null } | undefined) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async (groups: string[][], done: string): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await administration.writeSynonyms(groups, seen?.etag ?? null);
      notify.done(done);
      await refresh();
      return true;
    } catch (failure) {
      setError(failure);
      if (isOvertaken(failure)) await client.fetchQuery({ ...administration.synonyms, staleTime: 0 });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy, error };
}
