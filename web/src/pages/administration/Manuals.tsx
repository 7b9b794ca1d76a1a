// The templates of printed manuals: a row for each format and language, with what can be done to it.
import { Badge, Button, FileButton, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import * as templates from "@/api/manualTemplates";
import type { ManualTemplatePlace } from "@/api/types.gen";
import { cultureName } from "@/app/preferences";
import { DataTable } from "@/parts/DataTable";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { saveBlob } from "@/parts/saveBlob";
import { useNotify } from "../tree/actions";
import { Refused } from "./useOwnTypes";

const ENDINGS = { pdf: "typ", docx: "docx" } as const;
const FORMATS = ["pdf", "docx"] as const;

const isSame = (one: ManualTemplatePlace, other: ManualTemplatePlace) =>
  one.format === other.format && one.culture === other.culture;

interface Act {
  place: ManualTemplatePlace;
  /** What to store; without it, the template is reset. */
  file?: File;
}

export default function Manuals() {
  const { t, i18n } = useTranslation("administration");
  const { dataCultures } = useStorageInfo();
  const found = useQuery(templates.ownTemplates);
  const [error, setError] = useState<unknown>();
  const change = useChange(setError);
  const own = found.data;
  if (found.error && own === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (own === undefined) return <Loading />;
  const rows = FORMATS.flatMap((format) => [undefined, ...dataCultures].map((culture) => ({ format, culture })));
  const language = (row: ManualTemplatePlace) =>
    row.culture === undefined ? t("manuals.all") : cultureName(row.culture, i18n.language);
  const isOwn = (row: ManualTemplatePlace) => own.some((each) => isSame(each, row));
  return (
    <>
      <Refused error={error} />
      <div className="fs-card">
        <DataTable
          label={t("manuals.title")}
          rows={rows}
          rowKey={(row) => `${row.format}.${row.culture}`}
          columns={[
            { label: t("manuals.format"), cell: (row) => t(`manuals.formats.${row.format}`) },
            { label: t("manuals.language"), cell: language },
            {
              label: t("manuals.template"),
              cell: (row) => (
                <Badge color={isOwn(row) ? "gem" : "gray"} variant={isOwn(row) ? "filled" : "light"}>
                  {t(isOwn(row) ? "manuals.own" : row.culture === undefined ? "manuals.default" : "manuals.asAll")}
                </Badge>
              ),
            },
            {
              label: t("actions"),
              isHidden: true,
              cell: (row) => (
                <Actions
                  place={row}
                  name={`${t(`manuals.formats.${row.format}`)}, ${language(row)}`}
                  isOwn={isOwn(row)}
                  change={change}
                />
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

interface ActionsProps {
  place: ManualTemplatePlace;
  name: string;
  isOwn: boolean;
  change: ReturnType<typeof useChange>;
}

function Actions({ place, name, isOwn, change }: ActionsProps) {
  const { t } = useTranslation("administration");
  const notify = useNotify();
  const file = ["manual", place.culture, ENDINGS[place.format]].filter(Boolean).join(".");
  const take = () => templates.templateFile(place).then((blob) => saveBlob(blob, file), notify.failed);
  const shared = { variant: "default", size: "xs" } as const;
  return (
    <Group gap="xs" wrap="nowrap" justify="end">
      <Button {...shared} aria-label={t("manuals.downloadOf", { name })} onClick={() => void take()}>
        {t("manuals.download")}
      </Button>
      <FileButton
        accept={`.${ENDINGS[place.format]}`}
        onChange={(given) => given && change.mutate({ place, file: given })}
        inputProps={{ "aria-label": t("manuals.uploadOf", { name }) }}
      >
        {(given) => (
          <Button {...given} {...shared} aria-label={t("manuals.uploadOf", { name })} disabled={change.isPending}>
            {t("manuals.upload")}
          </Button>
        )}
      </FileButton>
      {isOwn && (
        <Button
          {...shared}
          aria-label={t("manuals.resetOf", { name })}
          disabled={change.isPending}
          onClick={() => change.mutate({ place })}
        >
          {t("manuals.reset")}
        </Button>
      )}
    </Group>
  );
}

function useChange(setError: (error: unknown) => void) {
  const { t } = useTranslation("administration");
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: ({ place, file }: Act) =>
      file === undefined ? templates.resetTemplate(place) : templates.setTemplate(place, file),
    onSuccess: async (_, { file }) => {
      setError(undefined);
      notify.done(t(file === undefined ? "manuals.wasReset" : "manuals.uploaded"));
      await client.invalidateQueries(templates.ownTemplates);
    },
    onError: setError,
  });
}
