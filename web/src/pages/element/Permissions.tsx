// Who may do what with an element: what is set on it or above it, and why.
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LockOpen, Pencil, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { useTypes } from "@/api/hooks";
import type { AccessExplanation, AccessReason, PermissionSetting } from "@/api/types.gen";
import { ElementLink } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Principal } from "@/parts/Principal";
import { PrincipalPicker } from "@/parts/PrincipalPicker";
import { Section } from "@/parts/Section";
import { useAct, useConfirm } from "../administration/common";
import classes from "./Element.module.css";
import { PermissionsForm } from "./PermissionsForm";
import type { TabProperties } from "./tab";

export function Permissions(given: TabProperties) {
  const { t } = useTranslation("permissions");
  const found = useQuery(administration.permissions(given.facet, given.id));
  const [editing, setEditing] = useState(false);
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={5} />;
  const setting = found.data;
  return (
    <>
      <Section
        title={t("title")}
        aside={!editing && <Buttons {...given} setting={setting} edit={() => setEditing(true)} />}
      >
        {editing ? (
          <PermissionsForm
            facet={given.facet}
            id={given.id}
            setting={setting?.own ? setting : null}
            close={() => setEditing(false)}
          />
        ) : (
          <Setting {...given} setting={setting} />
        )}
      </Section>
      <Section title={t("why")}>
        <Why {...given} />
      </Section>
    </>
  );
}

interface SettingProperties extends TabProperties {
  setting: PermissionSetting | null;
}

function Buttons({ facet, id, setting, edit }: SettingProperties & { edit: () => void }) {
  const { t } = useTranslation("permissions");
  const act = useAct();
  const confirm = useConfirm();
  const drop = (seen: ReturnType<typeof administration.seenPermissions>) => void act(seen.drop, t("dropped"));
  return (
    <Group gap="xs">
      {setting?.own && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Undo2 size={14} aria-hidden />}
          onClick={() => {
            const write = administration.seenPermissions(facet, id);
            confirm(t("dropAsk"), t("dropHelp"), t("drop"), () => drop(write));
          }}
        >
          {t("drop")}
        </Button>
      )}
      <Button size="compact-sm" variant="default" leftSection={<Pencil size={14} aria-hidden />} onClick={edit}>
        {t(setting?.own ? "edit" : "set")}
      </Button>
    </Group>
  );
}

function Setting({ element, setting }: SettingProperties) {
  const { t } = useTranslation("permissions");
  const { facetOf, roles } = useTypes();
  if (setting === null || setting.element === null) {
    return (
      <EmptyState icon={LockOpen} title={t("nothing")}>
        {t("nothingHelp")}
      </EmptyState>
    );
  }
  return (
    <>
      <Text size="sm" className="fs-prose">
        {setting.own ? t("own") : t("above")}{" "}
        {!setting.own && <ElementLink to={{ facetName: element.facetName, id: setting.element, type: element.type }} />}
      </Text>
      <Text size="sm" c="dimmed">
        {t(setting.excludes ? "excludes" : "doesNotExclude")} {setting.inherits && t("inherits")}
      </Text>
      <ul className={classes.rows} aria-label={t("grants")}>
        {setting.grants.map((grant) => (
          <li key={grant.principal}>
            <Principal id={grant.principal} />
            <span className="fs-count">{t("gets")}</span>
            {grant.permissionSets.map((set) => (
              <ElementLink
                key={set}
                to={{ facetName: facetOf(roles.permissionSet), id: set, type: roles.permissionSet }}
              />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Why({ facet, id, element }: TabProperties) {
  const { t } = useTranslation("permissions");
  const { roles } = useTypes();
  const [user, setUser] = useState<string>();
  const found = useQuery(administration.access(facet, id, user ?? ""));
  return (
    <>
      <PrincipalPicker label={t("who")} types={[roles.user, roles.token]} value={user} change={setUser} />
      {user === undefined && (
        <Text size="sm" c="dimmed">
          {t("whoHelp")}
        </Text>
      )}
      {user !== undefined && found.error && <Failure error={found.error} retry={() => found.refetch()} />}
      {user !== undefined && found.data && <Explanation explanation={found.data} facet={element.facetName} />}
    </>
  );
}

const LEVELS: readonly AccessExplanation["levels"][number][] = ["show", "open", "edit", "new", "delete", "approve"];

/** What role and permissions leave together, and why. */
function Explanation({ explanation, facet }: { explanation: AccessExplanation; facet: string }) {
  const { t } = useTranslation("permissions");
  const levels = LEVELS.filter((level) =>
    explanation.permissions.some((each) => each.toLowerCase() === `${level}element`),
  );
  const may = levels.map((each) => t(`levels.${each}`)).join(", ");
  return (
    <div aria-live="polite">
      <Text fw={600} mt="xs">
        {may === "" ? t("mayNothing") : t("may", { may })}
      </Text>
      <ul className="fs-prose">
        {explanation.because.map((reason) => (
          <li key={reason.code + reason.text}>
            <Because reason={reason} role={explanation.role} facet={facet} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A reason in the language of the page; an unknown one as the service returns it. */
function Because({ reason, role, facet }: { reason: AccessReason; role: AccessExplanation["role"]; facet: string }) {
  const { t } = useTranslation("permissions");
  const shell = useTranslation().t;
  const named = { role: shell(`roles.${role}`, { defaultValue: "" }), facet };
  return (
    <>
      {t(`because.${reason.code}`, { ...named, defaultValue: reason.text })}{" "}
      {reason.element !== undefined && <ElementLink to={{ facetName: facet, id: reason.element, type: "" }} />}
    </>
  );
}
