// Setting permissions on an element: who gets which sets, and what that means for all others.
import { ActionIcon, Alert, Button, Checkbox, Group, MultiSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Info, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { ApiError } from "@/api/client";
import { labelOf, useTypes } from "@/api/hooks";
import type { PermissionGrant, PermissionSetting, PermissionsBody } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { usePerson } from "@/app/person";
import { useCulture } from "@/app/preferences";
import { SAVES } from "@/app/save-key";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { Principal, usePrincipalName } from "@/parts/Principal";
import { PrincipalPicker } from "@/parts/PrincipalPicker";
import { useConfirm } from "../administration/common";
import { useNotify } from "../tree/actions";
import classes from "./Element.module.css";

interface Properties {
  facet: string;
  id: string;
  setting: PermissionSetting | null;
  close: () => void;
}

export function PermissionsForm({ facet, id, setting, close }: Properties) {
  const { t } = useTranslation("permissions");
  const { roles } = useTypes();
  const shell = useTranslation().t;
  const [body, set, form] = useKeptState<Required<PermissionsBody>>(`permissions/${id}`, {
    grants: setting?.grants ?? [],
    excludes: setting?.excludes ?? false,
    inherits: setting?.inherits ?? false,
  });
  const { grants, excludes, inherits } = body;
  const setGrants = (next: PermissionGrant[]) => set({ ...body, grants: next });
  const leave = () => {
    form.discard();
    close();
  };
  const save = useSave(facet, id, leave);
  const change = (changed: PermissionGrant) =>
    setGrants(grants.map((each) => (each.principal === changed.principal ? changed : each)));
  const add = (principal: string | undefined) => {
    if (principal !== undefined && !grants.some((each) => each.principal === principal)) {
      setGrants([...grants, { principal, permissionSets: [] }]);
    }
  };
  const isComplete = grants.length > 0 && grants.every((each) => each.permissionSets.length > 0);
  return (
    <Stack gap="sm">
      <KeptNotice {...form} />
      <ul className={classes.rows} aria-label={t("grants")}>
        {grants.map((grant) => (
          <Grant
            key={grant.principal}
            grant={grant}
            change={change}
            remove={() => setGrants(grants.filter((each) => each !== grant))}
          />
        ))}
      </ul>
      <PrincipalPicker
        key={grants.length}
        label={t("add")}
        types={[roles.userGroup, roles.user, roles.token]}
        change={add}
      />
      <Checkbox
        label={t("excludesLabel")}
        checked={excludes}
        onChange={(event) => set({ ...body, excludes: event.currentTarget.checked })}
      />
      <Checkbox
        label={t("inheritsLabel")}
        checked={inherits}
        onChange={(event) => set({ ...body, inherits: event.currentTarget.checked })}
      />
      <Meaning grants={grants} excludes={excludes} inherits={inherits} />
      {!isComplete && (
        <Text size="sm" c="dimmed">
          {t("incomplete")}
        </Text>
      )}
      <Group>
        <Button {...SAVES} disabled={!isComplete} onClick={() => void save(body)}>
          {t("save")}
        </Button>
        <Button variant="default" onClick={leave}>
          {shell("cancel")}
        </Button>
      </Group>
    </Stack>
  );
}

/** What the setting means for the user who sets it, for administrators and for all others, before it is saved. */
function Meaning({ grants, excludes, inherits }: { grants: PermissionGrant[]; excludes: boolean; inherits: boolean }) {
  const { t } = useTranslation("permissions");
  const me = usePerson().id;
  const isNamed = grants.some((each) => each.principal === me);
  const lines = [
    { who: t("you"), means: isNamed ? "named" : excludes ? "shutUnlessGroup" : "kept" },
    { who: t("administrators"), means: excludes ? "shutUnlessNamed" : "kept" },
    { who: t("others"), means: excludes ? "shut" : "kept" },
  ] as const;
  return (
    <Alert
      variant="outline"
      color={excludes ? "orange" : "gem"}
      icon={excludes ? <TriangleAlert size={18} aria-hidden /> : <Info size={18} aria-hidden />}
      title={t("meaning")}
      aria-live="polite"
    >
      <ul className={classes.meaning}>
        {lines.map(({ who, means }) => (
          <li key={who}>
            <strong>{who}:</strong> {t(`means.${means}`)}
          </li>
        ))}
        {inherits && <li>{t("inherits")}</li>}
      </ul>
    </Alert>
  );
}

interface GrantProperties {
  grant: PermissionGrant;
  change: (grant: PermissionGrant) => void;
  remove: () => void;
}

function Grant({ grant, change, remove }: GrantProperties) {
  const { t } = useTranslation("permissions");
  const types = useTypes();
  const culture = useCulture();
  const name = usePrincipalName(grant.principal);
  const { facetOf, roles } = types;
  const asked = { select: [roles.name], order: `${roles.sequence},${roles.name}` };
  const { data } = useQuery(administration.elements(facetOf(roles.permissionSet), asked));
  return (
    <li>
      <Principal id={grant.principal} />
      <MultiSelect
        flex={1}
        miw={220}
        aria-label={t("setsOf", { name })}
        placeholder={grant.permissionSets.length === 0 ? t("choose") : undefined}
        value={grant.permissionSets}
        onChange={(permissionSets) => change({ ...grant, permissionSets })}
        data={(data?.elements ?? []).map((each) => ({ value: each.id, label: labelOf(types, each, culture) }))}
        comboboxProps={{ withinPortal: true }}
      />
      <ActionIcon aria-label={t("remove", { name })} onClick={remove}>
        <X size={16} />
      </ActionIcon>
    </li>
  );
}

/** Stores the permissions. Users who would lose their own access have to confirm. */
function useSave(facet: string, id: string, close: () => void) {
  const { t } = useTranslation("permissions");
  const refresh = useRefresh();
  const notify = useNotify();
  const confirm = useConfirm();
  const [{ set }] = useState(() => administration.seenPermissions(facet, id));
  const save = async (body: PermissionsBody, force?: true): Promise<void> => {
    try {
      await set({ body, query: { force } });
      notify.done(t("saved"));
      close();
      await refresh();
    } catch (error) {
      if (!force && error instanceof ApiError && error.status === 409) {
        confirm(t("forceAsk"), error.refusal?.message ?? "", t("force"), () => void save(body, true));
      } else notify.failed(error);
    }
  };
  return save;
}
