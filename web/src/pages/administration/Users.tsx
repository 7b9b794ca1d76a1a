// The users, their roles, and how they sign in.

import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  Eraser,
  FileDown,
  KeyRound,
  Link2,
  Pencil,
  UserRound,
  UserRoundCheck,
  UserRoundPlus,
  UserRoundX,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { labelOf, useTypes } from "@/api/hooks";
import { ELEMENTS, listAt } from "@/api/requests";
import { seen } from "@/api/seen";
import { makeLink } from "@/api/sign-in-links";
import type { Element } from "@/api/types.gen";
import { usePerson } from "@/app/person";
import { useCulture } from "@/app/preferences";
import { DataTable } from "@/parts/DataTable";
import { ElementLink } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Face } from "@/parts/Face";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { savePersonalData } from "@/parts/personalData";
import { useDownloading } from "@/parts/useDownload";
import classes from "./Administration.module.css";
import { Pages, pageOf, SearchField, useAct, useAddress, useConfirm, useDialog, useMoment } from "./common";
import { EraseForm } from "./EraseForm";
import { flagNames, isSet, roleOf } from "./roles";
import { Secret } from "./Secret";
import { UserForm } from "./UserForm";

const text = (element: Element, name: string) => String(element.attributes?.[name]?.[127] ?? "");

export default function Users() {
  const { t } = useTranslation("administration");
  const [search] = useAddress();
  const dialog = useDialog();
  const wanted = administration.quoted(search.q ?? "");
  const { facetOf, roles } = useTypes();
  const names = [roles.firstName, roles.lastName, roles.login, roles.mail];
  const select = [...names, ...(roles.lastSignIn ? [roles.lastSignIn] : []), ...flagNames(roles)];
  const filter = search.q ? names.map((name) => `Contains(${name}, ${wanted})`).join(" OR ") : undefined;
  const asked = { select, filter, order: `${roles.lastName},${roles.firstName}`, page: pageOf(search) };
  const found = useQuery(administration.elements(facetOf(roles.user), asked));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  return (
    <>
      <div className={classes.bar}>
        <SearchField label={t("users.find")} />
        <Button
          leftSection={<UserRoundPlus size={16} aria-hidden />}
          onClick={() => dialog(t("users.new"), <UserForm />)}
        >
          {t("users.new")}
        </Button>
      </div>
      <div className="fs-card">
        {found.data === undefined && <Loading />}
        {found.data?.total === 0 && (
          <EmptyState icon={UserRound} title={t(search.q ? "users.noMatch" : "users.empty")}>
            {t(search.q ? "users.noMatchHelp" : "users.emptyHelp")}
          </EmptyState>
        )}
        {found.data !== undefined && found.data.total > 0 && <UserTable users={found.data.elements} />}
      </div>
      <Pages total={found.data?.total ?? 0} />
    </>
  );
}

function UserTable({ users }: { users: Element[] }) {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  const moment = useMoment();
  const { roles } = useTypes();
  return (
    <DataTable
      label={t("users.title")}
      rows={users}
      rowKey={(user) => user.id}
      columns={[
        { label: t("name"), cell: (user) => <PictureAndName user={user} /> },
        { label: t("users.login"), cell: (user) => text(user, roles.login) || "–" },
        { label: t("role"), cell: (user) => shell(`roles.${roleOf(roles, user)}`, { defaultValue: "–" }) },
        { label: t("status"), cell: (user) => <Status isActive={!isSet(user, roles.inactive)} /> },
        { label: t("users.lastLogin"), cell: (user) => moment(text(user, roles.lastSignIn ?? "")) },
        { label: t("actions"), isHidden: true, cell: (user) => <Actions user={user} /> },
      ]}
    />
  );
}

function PictureAndName({ user }: { user: Element }) {
  return (
    <>
      <Face id={user.id} size={24} />
      <ElementLink to={user} />
    </>
  );
}

export function Status({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation("administration");
  return (
    <span className="fs-badge" data-tone={isActive ? "done" : undefined}>
      {t(isActive ? "active" : "inactive")}
    </span>
  );
}

function Actions({ user }: { user: Element }) {
  const { t } = useTranslation("administration");
  const types = useTypes();
  const culture = useCulture();
  const dialog = useDialog();
  const confirm = useConfirm();
  const act = useAct();
  const download = useDownloading();
  const isSelf = usePerson().id === user.id;
  const name = labelOf(types, user, culture);
  const isActive = !isSet(user, types.roles.inactive);
  const setActive = (active: boolean, write = seen(user.facetName, user.id)) =>
    void act(
      () =>
        write("post", ELEMENTS, {
          path: listAt(user.facetName, "detail"),
          body: { elements: [{ id: user.id, attributes: { [types.roles.inactive]: { 127: !active } } }] },
        }),
      t(active ? "users.activated" : "users.deactivated", { name }),
    );
  const showLink = (purpose: "signIn" | "password") =>
    void act(async () => {
      const address = await makeLink(user.id, purpose);
      dialog(
        t(`users.links.${purpose}.of`, { name }),
        <Secret secret={address} help={t(`users.links.${purpose}.help`)} />,
        "lg",
      );
    });
  const entries = [
    {
      icon: Pencil,
      label: t("users.edit", { name }),
      do: () => dialog(t("users.edit", { name }), <UserForm user={user} />),
    },
    ...(isActive
      ? [
          { icon: Link2, label: t("users.links.signIn.make", { name }), do: () => showLink("signIn") },
          { icon: KeyRound, label: t("users.links.password.make", { name }), do: () => showLink("password") },
        ]
      : []),
    ...(isSelf
      ? []
      : isActive
        ? [
            {
              icon: UserRoundX,
              label: t("users.deactivate", { name }),
              do: () =>
                confirm(t("users.deactivateAsk", { name }), t("users.deactivateHelp"), t("users.deactivateDo"), () =>
                  setActive(false),
                ),
            },
          ]
        : [{ icon: UserRoundCheck, label: t("users.activate", { name }), do: () => setActive(true) }]),
    { icon: FileDown, label: t("users.export", { name }), do: () => void download(() => savePersonalData(user.id)) },
    ...(isSelf
      ? []
      : [
          {
            icon: Eraser,
            label: t("users.erase.of", { name }),
            do: () =>
              dialog(
                t("users.erase.of", { name }),
                <EraseForm id={user.id} login={text(user, types.roles.login) || user.id} />,
              ),
          },
        ]),
  ];
  return <RowActions entries={entries} />;
}

interface Entry {
  icon: typeof Pencil;
  label: string;
  do: () => void;
}

/** What can be done with a row, as icons with names. */
export function RowActions({ entries }: { entries: Entry[] }) {
  return (
    <div className={classes.actions}>
      {entries.map(({ icon: Icon, label, do: act }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon aria-label={label} onClick={act}>
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
