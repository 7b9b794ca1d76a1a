import { useMemo } from "react";
import { useStorageInfo } from "@/api/hooks";
import { useHasRole } from "./person";
import { useCulture } from "./preferences";

export interface Translating {
  culture: number;
  beside?: number;
  missing: number;
}

/** How elements are opened that are to be translated: in that culture, and beside it in the one they are read in. */
export function useTranslating(missing: number | undefined): Translating | undefined {
  const shown = useCulture();
  const isEditor = useHasRole("editor");
  const { dataCultures, defaultDataCulture } = useStorageInfo();
  return useMemo(() => {
    if (!isEditor || missing === undefined || !dataCultures.includes(missing)) return undefined;
    const beside = [shown, defaultDataCulture, ...dataCultures].find((each) => each !== missing);
    return { culture: missing, beside, missing };
  }, [isEditor, missing, shown, dataCultures, defaultDataCulture]);
}
