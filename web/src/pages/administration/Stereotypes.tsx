// Stereotypes: finer kinds of the types there are. Those of the metamodel have a key; those of this storage can be added here.
import { Button, Menu } from "@mantine/core";
import { ChevronDown, Plus, Tags } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import { useRefresh } from "@/app/freshness";
import { useWords } from "@/app/preferences";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import { useCreateDialog } from "../create/dialog";
import { Names } from "./common";
import { ElementsPart } from "./ElementsPart";

export default function Stereotypes() {
  const { t } = useTranslation("administration");
  const { roles } = useTypes();
  return (
    <ElementsPart
      part="kinds"
      facet={roles.stereotypes}
      make={<Add />}
      icon={Tags}
      select={[roles.name, roles.stereotypeKey]}
      columns={[
        {
          label: t("kinds.of"),
          cell: (each) => (
            <Names>
              <span>
                <TypeDot type={each.type} /> <TypeName type={each.type} />
              </span>
            </Names>
          ),
        },
        {
          label: t("types.key"),
          cell: (each) => <code>{String(each.attributes?.[roles.stereotypeKey]?.[127] ?? "–")}</code>,
        },
      ]}
    />
  );
}

/** A stereotype is one of a type: which, is chosen first. */
function Add() {
  const { t, i18n } = useTranslation("administration");
  const types = useTypes();
  const words = useWords();
  const create = useCreateDialog();
  const refresh = useRefresh();
  const order = new Intl.Collator(i18n.language);
  const offered = types
    .of(types.roles.stereotypes)
    .map((each) => ({ key: each.key, name: inCulture(each.displayNames, words) ?? each.key }))
    .sort((one, other) => order.compare(one.name, other.name));
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button leftSection={<Plus size={16} aria-hidden />} rightSection={<ChevronDown size={14} aria-hidden />}>
          {t("kinds.new")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {offered.map(({ key, name }) => (
          <Menu.Item key={key} onClick={() => create(key, null, () => void refresh())}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
