// What can be created below the selected row, and at the top, and why not where it cannot.
import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Element } from "@/api/types.gen";
import { useCreateDialog } from "../create/dialog";
import { NewItems, useOfferedTypes } from "../create/NewItems";
import { TemplateItems } from "../template/TemplateItems";
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
  const types = useTypes();
  const id = parent?.element.id ?? "";
  const { data: info } = useQuery({ ...queries.elementInfo(facet, view, id), enabled: parent !== undefined });
  const create = useCreateDialog();
  // What the service refuses only below this element is left out; what this person may create nowhere says why.
  const insertable = parent && info?.isCurrentInsertable ? Object.keys(info.insertableDynamicTypes) : [];
  const below = insertable
    .flatMap((key) => types.get(key) ?? [])
    .map((each) => ({ ...each, whyNotCreatable: undefined }));
  const refused = (types.get(parent?.element.type ?? "")?.children ?? [])
    .flatMap((key) => types.get(key) ?? [])
    .filter((each) => !insertable.includes(each.key));
  const top = useOfferedTypes(facet).filter((each) => each.isRoot);
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="light" leftSection={<Plus size={14} aria-hidden />}>
          {t("new")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {parent && info && (
          <>
            <Menu.Label>{t("newBelow", { name: label(parent.element) })}</Menu.Label>
            {below.length + refused.length === 0 && <Menu.Item aria-disabled>{t("nothingBelow")}</Menu.Item>}
            <NewItems types={below} choose={(type) => create(type, id, choose)} />
            <NewItems
              types={refused}
              fallback={t(`whyNotBelow.${info.readOnlyCollectionContext}`, { defaultValue: t("whyNot.here") })}
            />
          </>
        )}
        <Menu.Label>{t("newTop")}</Menu.Label>
        <NewItems types={top} choose={(type) => create(type, null, choose)} />
        <TemplateItems facet={facet} parent={parent && { id, types: insertable }} choose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}
