// One undo over script, drawing and details: the last step is taken back, wherever it was made.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { ELEMENT, elementAt, write } from "@/api/requests";
import { showChange } from "@/app/freshness";
import { useNotify } from "../tree/notify";
import { applied, isText, type Step, type Steps, type StoredStep, typed, withoutText } from "./steps";
import type { StepStore } from "./useSteps";

export interface Undo {
  canUndo: boolean;
  canRedo: boolean;
  isBusy: boolean;
  undo: () => void;
  redo: () => void;
  /** Changes the script by a step that can be undone. */
  type: (text: string) => void;
}

interface Written {
  text: string | undefined;
  type: (text: string) => void;
}

interface Taken {
  step: StoredStep;
  isBack: boolean;
}

export function useUndo(culture: number, { value, change }: StepStore, script: Written): Undo {
  const { t } = useTranslation("workspace");
  const notify = useNotify();
  const reverting = useMutation({
    mutationFn: ({ step }: Taken) => revert(step),
    onSuccess: (revision, { step, isBack }) => {
      change((steps) => moved(steps, step, revision === null ? undefined : { ...step, revision }, isBack));
      return showChange(step.id);
    },
    onError: (error, { step, isBack }) => {
      // What was refused once is refused again; what did not arrive may be tried again.
      if (error instanceof ApiError) change((steps) => moved(steps, step, undefined, isBack));
      notify.failed(error instanceof ApiError && error.refusal?.conflicts ? new Error(t("cannotUndo")) : error);
    },
  });
  const fits = (step: Step) => !isText(step) || step.culture === culture;
  const go = (isBack: boolean) => {
    const step = value[isBack ? "done" : "undone"].findLast(fits);
    if (step === undefined || reverting.isPending) return;
    if (!isText(step)) {
      reverting.mutate({ step, isBack });
      return;
    }
    const text = applied(script.text ?? "", step, isBack);
    change((steps) => (text === undefined ? withoutText(steps, culture) : moved(steps, step, step, isBack)));
    if (text !== undefined) script.type(text);
  };
  return {
    canUndo: value.done.some(fits),
    canRedo: value.undone.some(fits),
    isBusy: reverting.isPending,
    undo: () => go(true),
    redo: () => go(false),
    type: (text) => {
      const before = script.text ?? "";
      if (text !== before) change((steps) => typed(steps, culture, before, text, Date.now()));
      script.type(text);
    },
  };
}

/** Brings back what a change replaced. Returns the revision that this made; none if there was nothing to bring back. */
async function revert({ facet, id, revision }: StoredStep): Promise<number | null> {
  const path = elementAt(facet, "detail", id);
  const body = { from: String(revision - 1), to: String(revision) };
  // What others changed since is a conflict of its own, so that any state will do.
  const { revision: made } = await write("post", `${ELEMENT}/restore`, { path, body, match: null });
  return made;
}

/** A step taken off its stack, and what undoes that put upon the other one. */
function moved({ done, undone }: Steps, step: Step, made: Step | undefined, isBack: boolean): Steps {
  const without = (steps: readonly Step[]) => steps.filter((each) => each !== step);
  const other = made ? [made] : [];
  return isBack
    ? { done: without(done), undone: [...undone, ...other] }
    : { done: [...done, ...other], undone: without(undone) };
}
