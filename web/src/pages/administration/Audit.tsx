// The audit: sign-ins, refused sign-ins and changes of permissions, the last first.
import { Button, Group, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { inCulture, useNamed, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { AuditEntry } from "@/api/types.gen";
import { useFacets } from "@/app/facets";
import { useWords } from "@/app/preferences";
import { DataTable } from "@/parts/DataTable";
import { ElementLink } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Principal } from "@/parts/Principal";
import { PrincipalPicker } from "@/parts/PrincipalPicker";
import classes from "./Administration.module.css";
import { pageOf, useAddress, useMoment } from "./common";

const KINDS: readonly AuditEntry["kind"][] = [
  "sign-in",
  "sign-in.refused",
  "sign-out",
  "password.changed",
  "password.refused",
  "password.forgotten",
  "link.made",
  "token.created",
  "token.renewed",
  "token.revoked",
  "permission.set",
  "permission.dropped",
  "permission.facet",
  "access.given",
  "access.changed",
  "access.taken",
  "person.exported",
  "person.erased",
  "metamodel.changed",
  "feature.switched",
  "synonyms.changed",
  "agent.allowed",
  "agent.ended",
  "webhook.made",
  "webhook.changed",
  "webhook.deleted",
  "template.changed",
];

/** Dots mean something else among texts. */
const kindKey = (kind: string) => `audit.kinds.${kind.replace(".", "-")}`;

export default function Audit() {
  const { t } = useTranslation("administration");
  const { roles } = useTypes();
  const [{ kind, actor, subject, ...search }, change] = useAddress();
  const page = pageOf(search);
  const found = useQuery(administration.audit({ kind, actor, subject }, page));
  const isNarrowed = kind !== undefined || actor !== undefined || subject !== undefined;
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  return (
    <>
      <Group align="end" gap="sm">
        <Select
          label={t("audit.kind")}
          clearable
          searchable
          w={260}
          value={kind ?? null}
          onChange={(value) => change({ kind: value ?? undefined })}
          placeholder={t("audit.anyKind")}
          data={KINDS.map((each) => ({ value: each, label: t(kindKey(each)) }))}
          comboboxProps={{ withinPortal: true }}
          clearButtonProps={{ "aria-label": t("audit.anyKind") }}
        />
        <PrincipalPicker
          label={t("audit.actor")}
          types={[roles.user, roles.token]}
          value={actor}
          change={(value) => change({ actor: value })}
        />
        <PrincipalPicker
          label={t("audit.subject")}
          types={[roles.user, roles.userGroup, roles.permissionSet, roles.token]}
          value={subject}
          change={(value) => change({ subject: value })}
        />
      </Group>
      <div className="fs-card">
        {found.data === undefined && <Loading />}
        {found.data?.length === 0 && (
          <EmptyState icon={ScrollText} title={t(isNarrowed ? "nothing" : "audit.empty")}>
            {t(isNarrowed ? "audit.narrowedHelp" : "audit.emptyHelp")}
          </EmptyState>
        )}
        {found.data !== undefined && found.data.length > 0 && <Entries entries={found.data} />}
      </div>
      <div className={classes.bar}>
        <Button
          variant="default"
          leftSection={<ChevronLeft size={15} aria-hidden />}
          disabled={page === 1}
          onClick={() => change({ page: String(page - 1) })}
        >
          {t("audit.newer")}
        </Button>
        <Button
          variant="default"
          rightSection={<ChevronRight size={15} aria-hidden />}
          disabled={(found.data?.length ?? 0) < administration.PAGE}
          onClick={() => change({ page: String(page + 1) })}
        >
          {t("audit.older")}
        </Button>
      </div>
    </>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const { t } = useTranslation("administration");
  const moment = useMoment();
  return (
    <DataTable
      label={t("audit.title")}
      rows={entries}
      rowKey={(entry) => `${entry.at}${entry.kind}${entry.subject}`}
      columns={[
        { label: t("audit.at"), cell: (entry) => <span className="fs-nowrap">{moment(entry.at)}</span> },
        { label: t("audit.kind"), cell: (entry) => t(kindKey(entry.kind)) },
        { label: t("audit.actor"), cell: (entry) => <Who id={entry.actor} otherwise={t("audit.command")} /> },
        { label: t("audit.subject"), cell: (entry) => <About entry={entry} /> },
        { label: t("audit.address"), cell: (entry) => entry.address ?? "–" },
        { label: t("audit.detail"), cell: (entry) => <Detail entry={entry} /> },
      ]}
    />
  );
}

const isId = (text: string) => /^[0-9a-f-]{36}$/i.test(text);

function Who({ id, otherwise }: { id?: string; otherwise: string }) {
  if (id === undefined) return otherwise;
  return isId(id) ? <Principal id={id} /> : id;
}

/** The subject of a row: a facet, an element whose type is in the row, or a principal. */
function About({ entry: { subject, detail } }: { entry: AuditEntry }) {
  const types = useTypes();
  const facet = useFacets().find((each) => each.name === subject);
  const type = types.get(detail?.type ?? "");
  if (facet !== undefined) return facet.label;
  if (subject === undefined || type === undefined) return <Who id={subject} otherwise="–" />;
  return <Known id={subject} facet={type.facet} />;
}

function Known({ id, facet }: { id: string; facet: string }) {
  const found = useNamed({ facetName: facet, id });
  if (found === undefined) return "…";
  return found === null ? <code className="fs-count">{id}</code> : <ElementLink to={found} />;
}

/** What was set, without what was not, and without what it is about. */
function Detail({ entry: { detail = {} } }: { entry: AuditEntry }) {
  const { t } = useTranslation("administration");
  const words = useWords();
  const facet = useTypes().get(detail.type ?? "")?.facet;
  const { data } = useQuery({ ...queries.config(facet ?? "", "detail"), enabled: facet !== undefined });
  const properties = data?.find((each) => each.key === detail.type)?.properties ?? [];
  const nameOf = (key: string) => inCulture(properties.find((each) => each.key === key)?.displayNames, words) ?? key;
  const parts = Object.entries(detail)
    .filter(([name]) => name !== "type" && name !== "facet")
    .filter(([, value]) => value !== "false" && !isId(value.slice(0, 36)))
    .map(([name, value]) => {
      const otherwise = value === "true" ? nameOf(name) : `${nameOf(name)}: ${value || "–"}`;
      return t(`audit.details.${name}-${value}`, { defaultValue: otherwise });
    });
  return <span className="fs-count">{parts.join(", ") || "–"}</span>;
}
