// A step of the release lifecycle for all chosen elements that offer it.
import { Checkbox, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { groupBy, inCulture, useTypes } from "@/api/hooks";
import { steps } from "@/api/queries";
import { writeKeyed } from "@/api/requests";
import type { Transition } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import type { Chosen } from "../list/selection";
import { useAsShown } from "./asShown";
import { BulkDialog, type BulkProperties } from "./BulkDialog";

/** Elements of one type in one state offer the same steps. */
const alike = ({ type, state }: Chosen) => `${type} ${state}`;

export default function BulkRelease({ facet, selection, close }: BulkProperties) {
  const { t } = useTranslation("bulk");
  const release = useTranslation("release").t;
  const words = useWords();
  const types = useTypes();
  const [chosen] = useState(() => [...selection.chosen.values()]);
  const found = useSteps(chosen);
  const [wanted, setWanted] = useState<string>();
  const [ignoreWarnings, setIgnores] = useState(false);
  const [given, setGiven] = useState<Record<string, string>>({});
  const step = found.data?.find((each) => each.step.transitionId === wanted);
  const asShown = useAsShown(facet);
  const send = async (element: Chosen, key: string) => {
    if (!step?.offeredBy.has(alike(element))) throw new Error(t("notOffered"));
    const query = { ignoreWarnings: ignoreWarnings || undefined };
    const path = { elementId: element.id, transitionId: step.step.transitionId };
    const match = await asShown(element, key);
    await writeKeyed("post", "/rest/release/{elementId}/transitions/{transitionId}", {
      path,
      query,
      body: given,
      match,
      key,
    });
  };
  return (
    <BulkDialog
      title={t("releaseTitle", { count: chosen.length })}
      action={t("release")}
      selection={selection}
      close={close}
      send={step && send}
    >
      {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Loading lines={3} />}
      {found.data?.length === 0 && <Text size="sm">{t("noSteps")}</Text>}
      {found.data && found.data.length > 0 && (
        <Stack gap="sm">
          <Radio.Group label={t("step")} value={wanted ?? null} onChange={setWanted}>
            <Stack gap={6} mt={6}>
              {found.data.map(({ step: each, count }) => (
                <Radio
                  key={each.transitionId}
                  value={each.transitionId}
                  label={t("stepFor", {
                    step: inCulture(each.names, words) ?? each.transitionId,
                    from: types.stateName(each.sourceState, words),
                    to: types.stateName(each.targetState, words),
                    count,
                  })}
                />
              ))}
            </Stack>
          </Radio.Group>
          {(step?.step.takes ?? []).map((each) => (
            <Textarea
              key={each}
              autosize
              label={release(`given.${each}`, { defaultValue: each })}
              value={given[each] ?? ""}
              onChange={(event) => setGiven({ ...given, [each]: event.currentTarget.value })}
            />
          ))}
          <Checkbox
            label={t("ignoreWarnings")}
            checked={ignoreWarnings}
            onChange={(event) => setIgnores(event.currentTarget.checked)}
          />
        </Stack>
      )}
    </BulkDialog>
  );
}

/** The steps that the elements offer, with how many offer each; asked of one element of each type and state. */
function useSteps(chosen: Chosen[]) {
  const groups = [...groupBy(chosen, alike)];
  const asked = groups.map(([kind, elements]) => ({ kind, id: elements[0]?.id ?? "", count: elements.length }));
  return useQuery({
    queryKey: ["data", "bulk-steps", asked],
    queryFn: async () => {
      const answers = await Promise.all(asked.map(({ id }) => steps(id)));
      return merged(answers.map((offered, at) => ({ steps: offered, kind: "", count: 0, ...asked[at] })));
    },
  });
}

interface OfferedStep {
  step: Transition;
  count: number;
  offeredBy: ReadonlySet<string>;
}

/** Each step once, with how many elements of which kinds offer it. */
function merged(offers: { steps: Transition[]; kind: string; count: number }[]): OfferedStep[] {
  const found = new Map<string, OfferedStep>();
  for (const { steps, kind, count } of offers)
    for (const step of steps) {
      const before = found.get(step.transitionId);
      const offeredBy = new Set([...(before?.offeredBy ?? []), kind]);
      found.set(step.transitionId, { step, count: (before?.count ?? 0) + count, offeredBy });
    }
  return [...found.values()];
}
