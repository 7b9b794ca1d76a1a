// The parts of the administration. To add one: an entry here, a component, texts below its key.
import {
  Building2,
  Database,
  Equal,
  FileText,
  KeyRound,
  Languages,
  type LucideIcon,
  ScrollText,
  Shapes,
  ShieldCheck,
  Tags,
  Trash2,
  UserCog,
  UserRound,
  UsersRound,
  Webhook,
} from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { StorageInfo } from "@/api/types.gen";
import { chunk } from "@/app/chunk";

export interface Part {
  key: string;
  icon: LucideIcon;
  Content: ComponentType;
  /** The storages that have this part; all, if it is not given. */
  when?: (info: StorageInfo) => boolean;
}

const isAdministration = (info: StorageInfo) => info.type !== "IStorageContext";

export const GROUPS: readonly { key: string; parts: readonly Part[] }[] = [
  {
    key: "people",
    parts: [
      { key: "users", icon: UserRound, Content: lazy(() => chunk(() => import("./Users"))) },
      { key: "groups", icon: UsersRound, Content: lazy(() => chunk(() => import("./Groups"))) },
      { key: "roles", icon: UserCog, Content: lazy(() => chunk(() => import("./Roles"))) },
      { key: "sets", icon: ShieldCheck, Content: lazy(() => chunk(() => import("./PermissionSets"))) },
    ],
  },
  {
    key: "systems",
    parts: [
      { key: "tokens", icon: KeyRound, Content: lazy(() => chunk(() => import("./Tokens"))) },
      { key: "webhooks", icon: Webhook, Content: lazy(() => chunk(() => import("./Webhooks"))) },
      { key: "audit", icon: ScrollText, Content: lazy(() => chunk(() => import("./Audit"))) },
    ],
  },
  {
    key: "content",
    parts: [
      { key: "languages", icon: Languages, Content: lazy(() => chunk(() => import("./Languages"))) },
      { key: "kinds", icon: Tags, Content: lazy(() => chunk(() => import("./Stereotypes"))) },
      { key: "types", icon: Shapes, Content: lazy(() => chunk(() => import("./Types"))) },
      { key: "synonyms", icon: Equal, Content: lazy(() => chunk(() => import("./Synonyms"))) },
      { key: "manuals", icon: FileText, Content: lazy(() => chunk(() => import("./Manuals"))) },
      { key: "trash", icon: Trash2, Content: lazy(() => chunk(() => import("./Trash"))) },
    ],
  },
  {
    key: "storages",
    parts: [
      { key: "storage", icon: Database, Content: lazy(() => chunk(() => import("./Storage"))) },
      {
        key: "tenants",
        icon: Building2,
        Content: lazy(() => chunk(() => import("./Tenants"))),
        when: isAdministration,
      },
    ],
  },
];

export const PARTS: readonly Part[] = GROUPS.flatMap((group) => group.parts);
