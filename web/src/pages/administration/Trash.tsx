// What was deleted, and can come back.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArchiveRestore, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { write } from "@/api/requests";
import type { Deleted, Restored } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { DataTable } from "@/parts/DataTable";
import { keepCulture } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Principal } from "@/parts/Principal";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import { useNotify } from "../tree/actions";
import { Names, Pages, pageOf, useAddress, useDialog, useMoment } from "./common";

export default function Trash() {
  const { t } = useTranslation("administration");
  const [search] = useAddress();
  const moment = useMoment();
  const found = useQuery(administration.trash(pageOf(search)));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  return (
    <>
      <div className="fs-card">
        {found.data === undefined && <Loading />}
        {found.data?.total === 0 && (
          <EmptyState icon={Trash2} title={t("trash.empty")}>
            {t("trash.emptyHelp")}
          </EmptyState>
        )}
        {found.data !== undefined && found.data.total > 0 && (
          <DataTable
            label={t("trash.title")}
            rows={found.data.values}
            rowKey={(each) => each.id}
            columns={[
              { label: t("name"), cell: (each) => <strong>{each.name}</strong> },
              {
                label: t("trash.type"),
                cell: (each) => (
                  <Names>
                    <TypeDot type={each.type} />
                    <TypeName type={each.type} />
                  </Names>
                ),
              },
              { label: t("trash.what"), cell: (each) => t(each.versionId ? "trash.draft" : "trash.whole") },
              { label: t("trash.at"), cell: (each) => moment(each.at) },
              { label: t("trash.by"), cell: (each) => (each.by ? <Principal id={each.by} /> : "–") },
              { label: t("actions"), isHidden: true, cell: (each) => <Restore deleted={each} /> },
            ]}
          />
        )}
      </div>
      <Pages total={found.data?.total ?? 0} />
    </>
  );
}

function Restore({ deleted }: { deleted: Deleted }) {
  const { t } = useTranslation("administration");
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const notify = useNotify();
  const dialog = useDialog();
  const navigate = useNavigate();
  const { name } = deleted;
  const restore = async () => {
    setBusy(true);
    try {
      const { data } = await write("post", "/rest/trash/{deletionId}/restore", {
        path: { deletionId: deleted.id },
        match: null,
      });
      notify.done(t("trash.restored", { name }));
      if (data.data.length > 0) dialog(t("trash.notAll", { name }), <Losses findings={data.data} />);
      await refresh();
      const back = data.elements?.[0];
      if (back !== undefined) {
        void navigate({
          to: "/elements/$facet/$id",
          params: { facet: back.facetName, id: back.id },
          search: keepCulture,
        });
      }
    } catch (error) {
      notify.failed(error);
      setBusy(false);
    }
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      leftSection={<ArchiveRestore size={14} aria-hidden />}
      aria-label={t("trash.restoreOf", { name })}
      onClick={() => void restore()}
    >
      {t("trash.restore")}
    </Button>
  );
}

function Losses({ findings }: { findings: Restored["data"] }) {
  return (
    <ul>
      {findings.map((each) => (
        <li key={each.error}>{each.error}</li>
      ))}
    </ul>
  );
}
