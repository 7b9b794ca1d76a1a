// A process as a file: downloads of it, and a BPMN file into its diagram.
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { labelOf, useTypes } from "@/api/hooks";
import { bpmnOf, documentOf, scriptOf } from "@/api/interchange";
import type { Element } from "@/api/types.gen";
import { chunk } from "@/app/chunk";
import { useHasRole } from "@/app/person";
import { useCulture } from "@/app/preferences";
import { fileName } from "@/parts/saveBlob";
import { useFetchedDownload } from "@/parts/useDownload";
import { useTime } from "@/time/moment";

const ImportBpmn = lazy(() => chunk(() => import("./ImportBpmn")));

export function FilesMenu({ element, canEdit }: { element: Element; canEdit: boolean }) {
  const { t } = useTranslation("interchange");
  const types = useTypes();
  const culture = useCulture();
  const { asOf } = useTime();
  const fetchFile = useFetchedDownload();
  const [isBusy, setBusy] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const seesDrafts = useHasRole("editor");
  const hasFlow = (types.get(element.type)?.content.length ?? 0) > 0;
  const printed = { facet: element.facetName, id: element.id, culture, asOf };
  const name = labelOf(types, element, culture);
  const download = async (address: string, ending: string) => {
    setBusy(true);
    await fetchFile(address, fileName(name, ending));
    setBusy(false);
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Tooltip label={t("menu")}>
            <ActionIcon aria-label={t("menu")} loading={isBusy} aria-busy={isBusy}>
              <Download size={17} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void download(documentOf(printed, "pdf"), "pdf")}>{t("pdf")}</Menu.Item>
          <Menu.Item onClick={() => void download(documentOf(printed, "docx"), "docx")}>{t("word")}</Menu.Item>
          {seesDrafts && (
            <>
              <Menu.Item onClick={() => void download(documentOf(printed, "pdf", true), "pdf")}>
                {t("releasedPdf")}
              </Menu.Item>
              <Menu.Item onClick={() => void download(documentOf(printed, "docx", true), "docx")}>
                {t("releasedWord")}
              </Menu.Item>
            </>
          )}
          {hasFlow && (
            <>
              <Menu.Item onClick={() => void download(bpmnOf(printed), "bpmn")}>{t("bpmn")}</Menu.Item>
              <Menu.Item onClick={() => void download(scriptOf(printed), "txt")}>{t("script")}</Menu.Item>
            </>
          )}
          {hasFlow && canEdit && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setImporting(true)}>{t("import")}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isImporting && (
        <Suspense>
          <ImportBpmn element={element} culture={culture} close={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
