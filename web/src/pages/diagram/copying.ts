// Steps on the clipboard: the script of them, which may be pasted into a script, a drawing or a mail.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askText, ELEMENT, elementAt } from "@/api/requests";
import { useNotify } from "../tree/notify";

/** Resolves to whether they are on the clipboard. */
export type Copy = (shapes: readonly string[]) => Promise<boolean>;

export function useCopy(facet: string, id: string, culture: number): Copy {
  const { t } = useTranslation("diagram");
  const notify = useNotify();
  const { mutateAsync } = useMutation({
    mutationFn: async (shapes: readonly string[]) => {
      // Pages that are not sent encrypted have no clipboard.
      if (navigator.clipboard === undefined) throw new Error(t("noClipboard"));
      const query = { format: "script" as const, culture, shapes: [...shapes] };
      const { data } = await askText(`${ELEMENT}/content`, { path: elementAt(facet, "diagram", id), query });
      await navigator.clipboard.writeText(data);
    },
    onSuccess: (_, shapes) => notify.done(t("copied", { count: shapes.length })),
    onError: notify.failed,
  });
  return (shapes) =>
    mutateAsync(shapes).then(
      () => true,
      () => false,
    );
}
