import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { confirmReview } from "@/api/reviews";
import { useRefresh } from "@/app/freshness";
import { useNotify } from "../tree/actions";

/** Confirms that a version of an element is still right. */
export function useConfirmReview(facet: string, id: string) {
  const { t } = useTranslation("reviews");
  const refresh = useRefresh();
  const notify = useNotify();
  return useMutation({
    mutationFn: (versionId: string) => confirmReview(facet, id, versionId),
    onSuccess: async () => {
      notify.done(t("thanks"));
      await refresh();
    },
    onError: notify.failed,
  });
}
