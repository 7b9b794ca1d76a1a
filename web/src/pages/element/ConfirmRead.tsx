// Asks the user to confirm that they have read and understood the version in force.
import { useMutation, useQuery } from "@tanstack/react-query";
import { BookOpenCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { awaited, confirmRead } from "@/api/acknowledgements";
import type { Element } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { useCulture } from "@/app/preferences";
import { useNotify } from "../tree/actions";
import { AskedAbout, showsVersion } from "./AskedAbout";

export function ConfirmRead({ element }: { element: Element }) {
  const { t } = useTranslation("readers");
  const culture = useCulture();
  const refresh = useRefresh();
  const notify = useNotify();
  const wanted = useQuery(awaited).data?.find((each) => each.element.id === element.id);
  const confirming = useMutation({
    mutationFn: (versionId: string) => confirmRead(element.facetName, element.id, versionId, culture),
    onSuccess: async () => {
      notify.done(t("thanks"));
      await refresh();
    },
    onError: notify.failed,
  });
  if (wanted === undefined) return null;
  const ask = t(showsVersion(element, wanted.versionId) ? "please" : "other");
  return (
    <AskedAbout
      element={element}
      versionId={wanted.versionId}
      icon={BookOpenCheck}
      confirming={confirming}
      words={{ ask, confirm: t("understood"), open: t("open") }}
    />
  );
}
