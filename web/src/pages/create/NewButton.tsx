import { Button, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHasRole } from "@/app/person";
import { keepCulture } from "@/parts/ElementLink";
import { TemplateItems } from "../template/TemplateItems";
import { useTemplates } from "../template/templates";
import { useCreateDialog } from "./dialog";
import { NewItems, useOfferedTypes } from "./NewItems";

/** “New” above a list: creates an element of one of the types of a facet, and opens it. Viewers change nothing, and see none. */
export function NewButton({ facet }: { facet: string }) {
  const { t } = useTranslation("tree");
  const navigate = useNavigate();
  const create = useCreateDialog();
  const types = useOfferedTypes(facet);
  const [only] = types;
  const isEditor = useHasRole("editor");
  const hasTemplates = useTemplates(facet).length > 0;
  if (!isEditor || only === undefined) return null;
  const open = (id: string) =>
    void navigate({ to: "/elements/$facet/$id", params: { facet, id }, search: keepCulture });
  const start = (type: string) => create(type, undefined, open);
  const button = {
    size: "xs",
    variant: "light",
    leftSection: <Plus size={14} aria-hidden />,
    children: t("new"),
  } as const;
  if (types.length === 1 && only.isCreatable && !hasTemplates)
    return <Button {...button} onClick={() => start(only.key)} />;
  return (
    <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button {...button} />
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: "auto" }}>
        <NewItems types={types} choose={start} />
        <TemplateItems facet={facet} choose={open} />
      </Menu.Dropdown>
    </Menu>
  );
}
