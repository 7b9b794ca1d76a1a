// Taking a step: what goes along with it, and whether warnings are to be ignored.

import { Button, Checkbox, Group, Modal, Stack, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { inCulture } from "@/api/hooks";
import { seen } from "@/api/seen";
import type { Element, Finding, Transition } from "@/api/types.gen";
import { showChange } from "@/app/freshness";
import { useWords } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { Failure } from "@/parts/Failure";
import { StateBadge } from "@/parts/StateBadge";
import { useNotify } from "../tree/actions";
import { Findings } from "./Findings";
import { Recipients } from "./NextStep";
import classes from "./Release.module.css";

export const ONLY_WARNINGS = "warning";
/** Characters of a text that goes along. */
const LONGEST = 2000;

interface Properties {
  element: Element;
  step: Transition;
  close: () => void;
}

export function TakeStep({ element, step, close }: Properties) {
  const { t } = useTranslation("release");
  const shell = useTranslation().t;
  const name = inCulture(step.names, useWords()) ?? step.transitionId;
  const notify = useNotify();
  const [ignores, setIgnores] = useState(false);
  const id = element.versionId ?? element.id;
  const [given, setGiven, form] = useKeptState<Record<string, string>>(`step/${id}/${step.transitionId}`, {});
  const giveUp = () => {
    form.discard();
    close();
  };
  const [write] = useState(() => seen(element.facetName, id));
  const taking = useMutation({
    mutationFn: () =>
      write("post", "/rest/release/{elementId}/transitions/{transitionId}", {
        path: { elementId: id, transitionId: step.transitionId },
        body: given,
        query: { ignoreWarnings: ignores || undefined },
      }),
    onSuccess: async () => {
      giveUp();
      notify.done(t("taken", { step: name }));
      await showChange(element.id);
    },
  });
  const warned = warningsOf(taking.error);
  const warnings = warned ?? step.findings ?? [];
  const isReady = warnings.length === 0 || ignores;
  return (
    <Modal opened onClose={close} title={name} size="lg" closeButtonProps={{ "aria-label": shell("close") }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) taking.mutate();
        }}
      >
        <Stack gap="md">
          <KeptNotice {...form} />
          <div className={classes.leads}>
            <StateBadge state={step.sourceState} />
            <ArrowRight size={16} role="img" aria-label={t("goesTo")} />
            <StateBadge state={step.targetState} />
          </div>
          <Recipients step={step} />
          {(step.takes ?? []).map((each, place) => (
            <Textarea
              key={each}
              autosize
              minRows={2}
              data-autofocus={place === 0 || undefined}
              label={t(`given.${each}`, { defaultValue: each })}
              description={t(`givenHelp.${each}`, { defaultValue: "" })}
              maxLength={LONGEST}
              value={given[each] ?? ""}
              onChange={(event) => setGiven({ ...given, [each]: event.currentTarget.value })}
            />
          ))}
          {warnings.length > 0 && (
            <>
              <Findings findings={warnings.map(asWarning)} facet={element.facetName} id={id} leave={close} />
              <Checkbox
                label={t("ignore", { count: warnings.length })}
                checked={ignores}
                onChange={(event) => setIgnores(event.currentTarget.checked)}
              />
            </>
          )}
          {taking.error && warned === null && <Failure error={taking.error} />}
          <Group justify="end">
            <Button variant="default" onClick={giveUp}>
              {shell("cancel")}
            </Button>
            <Button type="submit" disabled={!isReady} loading={taking.isPending}>
              {name}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The warnings for which a request was refused; null if it was not, or for something worse. */
export function warningsOf(error: unknown): Finding[] | null {
  if (!(error instanceof ApiError) || error.refusal?.type !== ONLY_WARNINGS) return null;
  return error.refusal.data ?? [];
}

export const asWarning = (finding: Finding) => ({ path: "", severity: "warning" as const, ...finding });
