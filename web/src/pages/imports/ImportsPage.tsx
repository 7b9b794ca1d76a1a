// Imports: a file becomes a plan, which is looked at, corrected, applied and undone.
import { Button, FileButton, Group, Progress, Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { importPlan, planImport } from "@/api/imports";
import { useFacets } from "@/app/facets";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { PageTitle } from "@/parts/PageTitle";
import { Plan } from "./Plan";

interface ImportsSearch {
  facet?: string;
  id?: string;
}

export default function ImportsPage() {
  const { t } = useTranslation("imports");
  const search = useSearch({ strict: false }) as ImportsSearch;
  const navigate = useNavigate();
  const change = (next: ImportsSearch) =>
    void navigate({ to: ".", search: (before) => ({ ...before, ...next }) as object });
  return (
    <div className="fs-page">
      <div className="fs-title">
        <PageTitle>{t("title")}</PageTitle>
      </div>
      <p>{t("help")}</p>
      <ChooseFile search={search} change={change} />
      {search.id !== undefined && <OnePlan id={search.id} />}
    </div>
  );
}

function ChooseFile({ search, change }: { search: ImportsSearch; change: (next: ImportsSearch) => void }) {
  const { t } = useTranslation("imports");
  const client = useQueryClient();
  const facets = useFacets();
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const facet = facets.find((each) => each.name === search.facet)?.name ?? facets[0]?.name ?? "";
  const take = async (file: File | null) => {
    if (file === null) return;
    setError(null);
    setSent(0);
    try {
      const plan = await planImport(facet, file, setSent).done;
      client.setQueryData(importPlan(plan.id).queryKey, plan);
      change({ facet, id: plan.id });
    } catch (failure) {
      setError(failure);
    } finally {
      setSent(null);
    }
  };
  return (
    <>
      <Group align="end" gap="sm" mb="sm">
        <Select
          w={260}
          label={t("facet")}
          value={facet}
          allowDeselect={false}
          disabled={sent !== null}
          onChange={(value) => change({ facet: value ?? undefined, id: undefined })}
          data={facets.map(({ name, label }) => ({ value: name, label }))}
        />
        <FileButton
          onChange={(file) => void take(file)}
          accept=".csv,.tsv,.txt,.xlsx"
          inputProps={{ "aria-label": t("choose") }}
        >
          {(given) => (
            <Button {...given} loading={sent !== null} leftSection={<FileUp size={16} aria-hidden />}>
              {t("choose")}
            </Button>
          )}
        </FileButton>
      </Group>
      {sent !== null && (
        <Progress value={100 * sent} animated aria-label={t(sent < 1 ? "sending" : "planning")} mb="sm" />
      )}
      {error !== null && <Failure error={error} />}
    </>
  );
}

function OnePlan({ id }: { id: string }) {
  const plan = useQuery(importPlan(id));
  if (plan.error) return <Failure error={plan.error} />;
  return plan.data === undefined ? <Loading /> : <Plan plan={plan.data} />;
}
