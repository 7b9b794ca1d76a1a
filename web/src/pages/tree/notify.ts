import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { explain } from "@/parts/Failure";

/** Notices at the edge of the page: what was done, what to look at, what failed. */
export function useNotify() {
  const { t } = useTranslation("errors");
  const closeButtonProps = { "aria-label": useTranslation().t("close") };
  return {
    done: (message: string) => notifications.show({ message, color: "gem", closeButtonProps }),
    warned: (title: string, message: ReactNode) =>
      notifications.show({ title, message, color: "orange", autoClose: 20_000, closeButtonProps }),
    failed: (error: unknown) => {
      // The dialog to sign in again says it.
      if (error instanceof ApiError && error.status === 401) return;
      const { title, help } = explain(error, t);
      notifications.show({ title, message: help, color: "red", autoClose: 10_000, closeButtonProps });
    },
  };
}
