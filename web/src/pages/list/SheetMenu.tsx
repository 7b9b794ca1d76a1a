// A list as a workbook: to read, to edit, to translate; and the way back in.
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { FileInput, FileSpreadsheet, Languages, PencilLine } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { tableAddress } from "@/api/imports";
import { useHasRole } from "@/app/person";
import { useDownload } from "@/parts/useDownload";
import type { Wanted } from "./rows";

export function SheetMenu({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation("list");
  const navigate = useNavigate();
  const types = useTypes();
  const download = useDownload();
  const isEditor = useHasRole("editor");
  const take = (sheet: "list" | "edit" | "translations") => {
    const { facet, view, filter, order } = wanted;
    const columns =
      sheet === "translations" ? undefined : [...types.labels(wanted.facet), ...wanted.columns.map((each) => each.key)];
    const query = {
      format: "xlsx" as const,
      sheet,
      $filter: filter || undefined,
      $orderby: order,
      $select: columns && [...new Set(columns)],
      $culture: sheet === "list" ? wanted.culture : undefined,
    };
    download(tableAddress(facet, view, query), sheet === "list" ? `${facet}.xlsx` : `${facet}-${sheet}.xlsx`);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t("sheets")}>
          <ActionIcon aria-label={t("sheets")}>
            <FileSpreadsheet size={17} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileSpreadsheet size={15} aria-hidden />} onClick={() => take("list")}>
          {t("sheetList")}
        </Menu.Item>
        {isEditor && (
          <>
            <Menu.Item leftSection={<PencilLine size={15} aria-hidden />} onClick={() => take("edit")}>
              {t("sheetEdit")}
            </Menu.Item>
            <Menu.Item leftSection={<Languages size={15} aria-hidden />} onClick={() => take("translations")}>
              {t("sheetTranslations")}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<FileInput size={15} aria-hidden />}
              onClick={() => void navigate({ to: "/imports", search: { facet: wanted.facet } as never })}
            >
              {t("importTable")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
