import { modals } from "@mantine/modals";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import { useCulture, useWords } from "@/app/preferences";
import { Loading } from "@/parts/Loading";
import { useNotify } from "../tree/notify";
import { CreateForm } from "./CreateForm";

/** Opens the dialog that creates an element of a type; `then` gets its id. `parent` is as for the form. */
export function useCreateDialog(): (type: string, parent?: string | null, then?: (id: string) => void) => void {
  const { t } = useTranslation("tree");
  const shell = useTranslation().t;
  const types = useTypes();
  const culture = useCulture();
  const words = useWords();
  const notify = useNotify();
  return (type, parent, then) => {
    const done = (id: string, name: string) => {
      modals.close(opened);
      notify.done(t("created", { name }));
      then?.(id);
    };
    const opened = modals.open({
      title: t("newOf", { type: inCulture(types.get(type)?.displayNames, words) }),
      closeButtonProps: { "aria-label": shell("close") },
      children: (
        <Suspense fallback={<Loading lines={2} />}>
          <CreateForm type={type} culture={culture} parent={parent} done={done} />
        </Suspense>
      ),
    });
  };
}
