import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslation } from "react-i18next";
import { ApiError, endSession } from "@/api/client";
import { transmit, transmitOnce } from "@/api/transport";
import type { Error as Refusal } from "@/api/types.gen";
import { explain } from "./Failure";
import { saveBlob } from "./saveBlob";

/** Hands a file to the browser once it is certain that there is one: a link would save the refusal, or do nothing. */
async function offer(href: string, name: string): Promise<void> {
  const { ok, status } = await transmit(new Request(href, { method: "HEAD" }));
  if (status === 401) endSession();
  if (!ok) throw new ApiError(status, null);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** Hands over what was fetched, for what the service makes at each request: asked for twice, it would be made twice. */
async function fetchFile(href: string, name: string): Promise<void> {
  const response = await transmitOnce(new Request(new URL(href, location.href)));
  if (response.status === 401) endSession();
  if (!response.ok) {
    const refusal = (await response.json().catch(() => null)) as Refusal | null;
    // The service says what it cannot make here.
    if (response.status === 503 && refusal) throw new Error(refusal.message);
    throw new ApiError(response.status, refusal);
  }
  saveBlob(await response.blob(), name);
}

/** Runs a download. If it fails, a notice says why and offers to try again. */
export function useDownloading(): (work: () => Promise<void>) => Promise<void> {
  const { t } = useTranslation("errors");
  const closeButtonProps = { "aria-label": useTranslation().t("close") };
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const { title, help } = explain(error, t);
      const again = () => {
        notifications.hide(id);
        void run(work);
      };
      const id = notifications.show({
        title,
        color: "red",
        autoClose: false,
        closeButtonProps,
        message: (
          <>
            <Text size="sm">{help}</Text>
            <Button mt={6} size="compact-sm" variant="default" onClick={again}>
              {t("again")}
            </Button>
          </>
        ),
      });
    }
  };
  return run;
}

/** Downloads what is at an address under a name. */
export function useDownload(): (href: string, name: string) => void {
  const run = useDownloading();
  return (href, name) => void run(() => offer(href, name));
}

/** Downloads what the service makes for this request. Returns when it is there, or when it failed and a notice says why. */
export function useFetchedDownload(): (href: string, name: string) => Promise<void> {
  const run = useDownloading();
  return (href, name) => run(() => fetchFile(href, name));
}
