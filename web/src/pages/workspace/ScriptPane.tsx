// The left pane of those who may edit: the script, what is wrong in it, and what happens to it.
import { Alert, Button, Group, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { SAVES } from "@/app/save-key";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useGuard } from "../element/guard";
import { Checks, type LineCheck } from "./Checks";
import { Clashes } from "./Clashes";
import { type LineUser, ScriptEditor } from "./ScriptEditor";
import type { Problem, Script } from "./useScript";
import classes from "./Workspace.module.css";

interface Properties {
  script: Script;
  type: (text: string) => void;
  text: string;
  culture: number;
  /** Of the text as it stands. */
  problems: readonly Problem[];
  marks: ReadonlyMap<string, readonly string[]>;
  /** Of what is stored. */
  checks: readonly LineCheck[];
  others: readonly LineUser[];
  /** Chooses a shape and shows all about it. */
  show: (shape: string) => void;
  line: number | undefined;
  choose: (line: number) => void;
}

export function ScriptPane({
  script,
  type,
  text,
  culture,
  problems,
  marks,
  checks,
  others,
  show,
  line,
  choose,
}: Properties) {
  const { t } = useTranslation("workspace");
  const [created, setCreated] = useState<readonly string[]>([]);
  const [pasted, setPasted] = useState<{ count: number; raw: () => void }>();
  useGuard(script.isDirty, script.kept.isKept);
  const { refused } = script;
  const all = useMemo(() => [...problems, ...refused], [problems, refused]);
  const save = () => {
    setPasted(undefined);
    script.save(created);
  };
  return (
    <>
      <KeptNotice kept={script.kept} discard={script.discard} />
      {script.clashes.length > 0 && <Clashes clashes={script.clashes} decide={script.decide} />}
      {pasted && (
        <Alert role="status" p="xs" className="fs-no-print">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{t("pasted", { count: pasted.count })}</Text>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                pasted.raw();
                setPasted(undefined);
              }}
            >
              {t("asItWas")}
            </Button>
          </Group>
        </Alert>
      )}
      <ScriptEditor
        text={text}
        culture={culture}
        problems={all}
        marks={marks}
        checks={checks}
        others={others}
        line={line}
        type={type}
        moved={choose}
        created={(name) => setCreated((known) => [...known, name])}
        pasted={(count, raw) => setPasted({ count, raw })}
      />
      {all.length > 0 && (
        <ul className={classes.problems} aria-label={t("problems")}>
          {all.map((each) => (
            <li key={`${each.line} ${each.code} ${each.error}`}>
              {each.line > 0 && <b>{t("line", { line: each.line })}</b>} {each.error}
            </li>
          ))}
        </ul>
      )}
      <Checks checks={checks} show={show} />
      <Group gap="xs" className="fs-no-print">
        <Button size="compact-md" {...SAVES} disabled={!script.isDirty} loading={script.isSaving} onClick={save}>
          {t("save")}
        </Button>
        {script.canCreate && (
          <Button size="compact-md" variant="light" loading={script.isSaving} onClick={() => script.save("all")}>
            {t("createAll", { count: script.refused.length })}
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          disabled={!script.isDirty || script.isSaving}
          onClick={script.discard}
        >
          {t("discard")}
        </Button>
      </Group>
    </>
  );
}
