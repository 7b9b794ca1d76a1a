// Who approved a version, and whether that holds for what is stored today.
import { Button } from "@mantine/core";
import { FileDown, ShieldAlert, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { addressOf, ELEMENT, elementAt } from "@/api/requests";
import type { Approval, ListedVersion } from "@/api/types.gen";
import { dayOf } from "@/parts/moment";
import { usePersonName } from "@/parts/PersonName";
import { useDownload } from "@/parts/useDownload";
import { proofOf } from "./approved";
import classes from "./Compare.module.css";
import { numberOf } from "./difference";

const SIGNS = { proven: ShieldCheck, approved: ShieldCheck, changed: ShieldAlert } as const;

export function Approvals({ version }: { version: ListedVersion }) {
  const { t } = useTranslation("compare");
  const approvals = version.approvals ?? [];
  const proof = proofOf(approvals);
  if (proof === undefined) return null;
  const Sign = SIGNS[proof];
  return (
    <div className={classes.approvals}>
      <span className={classes.proof} data-proof={proof}>
        <Sign size={15} aria-hidden />
        {t(`proof.${proof}`)}
      </span>
      <ul aria-label={t("approvals", { version: numberOf(version) })}>
        {approvals.map((each) => (
          <One key={`${each.revision}${each.kind}${each.by}`} approval={each} />
        ))}
      </ul>
      {proof === "proven" && <RecordButton version={version} />}
    </div>
  );
}

function One({ approval }: { approval: Approval }) {
  const { t } = useTranslation(["compare", "tasks"]);
  const name = usePersonName(approval.by ?? "", approval.actor);
  const kind = approval.task;
  const what = kind === undefined ? t("releasedBy") : t(`tasks:kinds.${kind}`, { defaultValue: kind });
  const fields = { what, name, day: dayOf(approval.at) };
  return (
    <li>
      {t(approval.by ? "approval" : "approvalOn", fields)}
      {approval.holds === false && ` ${t("forEarlier")}`}
    </li>
  );
}

function RecordButton({ version }: { version: ListedVersion }) {
  const { t } = useTranslation("compare");
  const download = useDownload();
  const number = numberOf(version);
  const versionId = version.versionId ?? version.id;
  const path = { ...elementAt(version.facetName, "detail", version.id), versionId };
  const href = addressOf("get", `${ELEMENT}/versions/{versionId}/record`, { path });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<FileDown size={14} aria-hidden />}
      aria-label={t("recordOf", { version: number })}
      onClick={() => download(href, `record-${number}.json`)}
    >
      {t("record")}
    </Button>
  );
}
