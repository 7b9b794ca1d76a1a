// What can be done with all chosen elements of a list, each element by a request of its own.
import { ArrowRightLeft, BadgeCheck, type LucideIcon, Trash2 } from "lucide-react";
import { type ComponentType, lazy } from "react";
import { chunk } from "@/app/chunk";
import type { BulkProperties } from "./BulkDialog";

interface BulkAction {
  key: "moveAll" | "releaseAll" | "deleteAll";
  icon: LucideIcon;
  Dialog: ComponentType<BulkProperties>;
}

export const BULK_ACTIONS: readonly BulkAction[] = [
  { key: "moveAll", icon: ArrowRightLeft, Dialog: lazy(() => chunk(() => import("./BulkMove"))) },
  { key: "releaseAll", icon: BadgeCheck, Dialog: lazy(() => chunk(() => import("./BulkRelease"))) },
  { key: "deleteAll", icon: Trash2, Dialog: lazy(() => chunk(() => import("./BulkDelete"))) },
];
