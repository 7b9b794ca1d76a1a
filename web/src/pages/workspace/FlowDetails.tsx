// All about a connection: where it comes from, where it leads, and what can become of it.
import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import type { DiagramNode, Diagram as Drawing, Element } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { after, followed, split } from "../diagram/content";
import { usualOf } from "../diagram/dialogs";
import { useEditing } from "../diagram/editing";
import type { FlowEnds } from "../diagram/flow-ends";
import { useShapeTexts } from "../diagram/shape-texts";
import { inOrder } from "../diagram/walk";

interface Properties {
  process: Element;
  drawing: Drawing;
  flow: FlowEnds;
  canEdit: boolean;
  /** Shows the form of a shape. */
  choose: (shape: string) => void;
  chooseFlow: (flow: FlowEnds | undefined) => void;
  noted: (revision: number) => void;
}

export function FlowDetails({ process, drawing, flow, canEdit, choose, chooseFlow, noted }: Properties) {
  const { t } = useTranslation("workspace");
  const culture = useCulture();
  const types = useTypes();
  const texts = useShapeTexts(drawing);
  const editing = useEditing(process.facetName, process.id, noted);
  const edge = drawing.edges.find((each) => each.from === flow.from && each.to === flow.to);
  const [from, to] = [flow.from, flow.to].map((id) => drawing.nodes.find((each) => each.shapeId === id));
  if (edge === undefined || from === undefined || to === undefined) return null;
  const others = inOrder(drawing).filter((each) => each.shapeId !== flow.from && each.id !== undefined);
  const lead = async (next: string | undefined) => {
    await editing.make((content) => {
      const left = after(content, flow.from).filter((each) => each.id !== flow.to);
      return followed(content, flow.from, [...left.map((each) => each.id), ...(next ? [next] : [])]);
    });
    chooseFlow(next === undefined ? undefined : { from: flow.from, to: next });
  };
  const insert = async () => {
    const step = { type: usualOf(types, types.get(process.type)?.content ?? []), names: { [culture]: t("flow.step") } };
    const made = await editing.make((content) => split(content, step, flow.from, flow.to));
    if (made !== undefined) choose(made);
  };
  return (
    <Stack gap="md" p="xs">
      <Text fw={600}>{t("flow.title")}</Text>
      <End label={t("flow.from")} node={from} say={texts.short} choose={choose} />
      <End label={t("flow.to")} node={to} say={texts.short} choose={choose} />
      {edge.isLoop && <Text size="sm">{t("flow.loop")}</Text>}
      {canEdit && (
        <>
          <Select
            label={t("flow.lead")}
            searchable
            allowDeselect={false}
            value={flow.to}
            data={others.map((each) => ({ value: each.shapeId, label: texts.short(each) }))}
            onChange={(next) => next !== null && next !== flow.to && void lead(next)}
          />
          <Group gap="xs">
            <Button size="compact-sm" variant="default" loading={editing.isBusy} onClick={() => void insert()}>
              {t("flow.insert")}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              color="red"
              loading={editing.isBusy}
              onClick={() => void lead(undefined)}
            >
              {t("flow.delete")}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

interface EndProperties {
  label: string;
  node: DiagramNode;
  say: (node: DiagramNode) => string;
  choose: (shape: string) => void;
}

function End({ label, node, say, choose }: EndProperties) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <button type="button" className="fs-link" onClick={() => choose(node.shapeId)}>
        {say(node)}
      </button>
    </div>
  );
}
