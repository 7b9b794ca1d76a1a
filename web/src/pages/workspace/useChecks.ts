import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Diagram as Drawing, Element } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { type Check, checksOf } from "./lineChecks";

/** What stands against a release, of what is stored; nothing for those who may not edit. */
export function useChecks(element: Element, drawing: Drawing, isOn: boolean): Check[] {
  const types = useTypes();
  const words = useWords();
  const id = element.versionId ?? "";
  const { data: steps } = useQuery({ ...queries.transitions(id), enabled: isOn && id !== "" });
  return useMemo(() => {
    if (!isOn) return [];
    const findings = (steps ?? []).flatMap((each) => each.findings ?? []);
    return checksOf(drawing, findings, types, (each) => inCulture(each.messages, words) ?? each.error);
  }, [isOn, steps, drawing, types, words]);
}
