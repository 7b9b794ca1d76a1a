// The files of an element: to look at, download, add and delete.

import { ActionIcon, Button, FileButton, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useQuery } from "@tanstack/react-query";
import { File as FileIcon, Paperclip, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import { write } from "@/api/requests";
import type { File as ElementFile } from "@/api/types.gen";
import { FILE, fileAddress, fileAt } from "@/api/upload";
import { useRefresh } from "@/app/freshness";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Moment } from "@/parts/Moment";
import { useDownload } from "@/parts/useDownload";
import type { TabProperties } from "../element/tab";
import { useNotify } from "../tree/actions";
import { isPicture, useFileTarget } from "./context";
import classes from "./Files.module.css";

export default function FilesTab({ facet, element }: TabProperties) {
  const { t } = useTranslation("files");
  const version = element.versionId ?? element.id;
  const found = useQuery(queries.files(facet, element));
  const add = useFileTarget()?.add;
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={4} />;
  return (
    <>
      {add && (
        <div className={classes.add}>
          <FileButton multiple onChange={(files) => void add(files)} inputProps={{ "aria-label": t("choose") }}>
            {(given) => (
              <Button {...given} size="compact-md" variant="light" leftSection={<Upload size={14} aria-hidden />}>
                {t("upload")}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t("uploadHelp")}
          </Text>
        </div>
      )}
      {found.data.length === 0 ? (
        <EmptyState icon={Paperclip} title={t("none")} />
      ) : (
        <ul className={classes.files}>
          {found.data.map((each) => (
            <li key={each.id}>
              <Row facet={facet} version={version} file={each} canDelete={add !== undefined} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface RowProperties {
  facet: string;
  version: string;
  file: ElementFile;
  canDelete: boolean;
}

function Row({ facet, version, file, canDelete }: RowProperties) {
  const { t, i18n } = useTranslation("files");
  const href = fileAddress(facet, version, file.id);
  const remove = useRemove(facet, version);
  const download = useDownload();
  return (
    <>
      <Thumbnail file={file} href={href} />
      <span className={classes.about}>
        <a
          className={`fs-link ${classes.name}`}
          href={href}
          download={file.name}
          onClick={(event) => {
            event.preventDefault();
            download(href, file.name);
          }}
        >
          {file.name}
        </a>
        <span className="fs-count">
          {size(file.size, i18n.language)} · {file.mimeType.split(";")[0]} · <Moment at={file.addedOn} />
        </span>
      </span>
      {canDelete && (
        <ActionIcon aria-label={t("delete", { name: file.name })} onClick={() => remove(file)}>
          <Trash2 size={16} />
        </ActionIcon>
      )}
    </>
  );
}

/** A picture as it is, small. What cannot be shown has a sign in its place. */
function Thumbnail({ file, href }: { file: ElementFile; href: string }) {
  const { t } = useTranslation("files");
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken || !isPicture(file.mimeType)) {
    return (
      <span className={classes.thumbnail}>
        <FileIcon size={22} aria-hidden />
      </span>
    );
  }
  return (
    <a className={classes.thumbnail} href={href} target="_blank" rel="noopener noreferrer">
      <img src={href} alt={t("open", { name: file.name })} loading="lazy" onError={() => setIsBroken(true)} />
    </a>
  );
}

function useRemove(facet: string, version: string): (file: ElementFile) => void {
  const { t } = useTranslation("files");
  const shell = useTranslation().t;
  const refresh = useRefresh();
  const notify = useNotify();
  const remove = async ({ id, name }: ElementFile): Promise<void> => {
    try {
      await write("delete", FILE, { path: fileAt(facet, version, id), match: null });
      notify.done(t("deleted", { name }));
      await refresh();
    } catch (error) {
      notify.failed(error);
    }
  };
  return (file) =>
    modals.openConfirmModal({
      title: t("deleteAsk", { name: file.name }),
      children: <Text size="sm">{t("deleteHelp")}</Text>,
      labels: { confirm: t("deleteConfirm"), cancel: shell("cancel") },
      confirmProps: { color: "red.9" },
      closeButtonProps: { "aria-label": shell("close") },
      onConfirm: () => void remove(file),
    });
}

/** A number of bytes as people read it. */
function size(bytes: number, language: string): string {
  const [unit, value] = bytes < 1000 ? ["B", bytes] : bytes < 1e6 ? ["kB", bytes / 1e3] : ["MB", bytes / 1e6];
  return `${value.toLocaleString(language, { maximumFractionDigits: value < 10 && unit !== "B" ? 1 : 0 })} ${unit}`;
}
