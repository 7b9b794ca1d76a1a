// Which panes of the workspace are open and how wide they are: the same for every process, kept by the browser.
import { useLocalStorage } from "@mantine/hooks";

export interface Panes {
  script: boolean;
  details: boolean;
  scriptWidth: number;
  detailsWidth: number;
}

export type Side = "script" | "details";

const BEGIN: Panes = { script: true, details: false, scriptWidth: 340, detailsWidth: 360 };
export const NARROWEST = 220;
export const WIDEST = 720;

export function usePanes(): [Panes, (change: Partial<Panes>) => void] {
  const [kept, setKept] = useLocalStorage<Partial<Panes>>({
    key: "facetstore-workspace",
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const panes = { ...BEGIN, ...kept };
  return [panes, (change) => setKept({ ...kept, ...change })];
}

export const fitting = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
