// What can be created below the selected row, and at the top.
import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Element } from "@/api/types.gen";
import { useHasRole } from "@/app/person";
import { useWords } from "@/app/preferences";
import { useElementActions } from "./actions";
import type { Row } from "./rows";

interface Properties {
  facet: string;
  view: string;
  parent?: Row;
  label: (element: Element) => string;
  choose: (id: string) => void;
}

export function NewMenu({ facet, view, parent, label, choose }: Properties) {
  const { t } = useTranslation("tree");
  const isArchitect = useHasRole("architect");
  const types = useTypes();
  const words = useWords();
  const id = parent?.element.id ?? "";
  const { data: info } = useQuery({ ...queries.elementInfo(facet, view, id), enabled: parent !== undefined });
  const actions = useElementActions(facet);
  const below = parent && info?.isCurrentInsertable ? Object.keys(info.insertableDynamicTypes) : [];
  const top = isArchitect
    ? types
        .of(facet)
        .filter((each) => each.isRoot)
        .map((each) => each.key)
    : [];
  const item = (type: string, under: Row | undefined) => (
    <Menu.Item
      key={`${type}${under === undefined}`}
      leftSection={<span className="fs-dot" style={{ background: types.get(type)?.color }} />}
      onClick={() => actions.create(type, under ? { id: under.element.id, label: label(under.element) } : null, choose)}
    >
      {inCulture(types.get(type)?.displayNames, words)}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={below.length + top.length === 0}
        >
          {t("new")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {below.length > 0 && parent && <Menu.Label>{t("newBelow", { name: label(parent.element) })}</Menu.Label>}
        {below.map((type) => item(type, parent))}
        {below.length > 0 && top.length > 0 && <Menu.Divider />}
        {top.map((type) => item(type, undefined))}
      </Menu.Dropdown>
    </Menu>
  );
}
