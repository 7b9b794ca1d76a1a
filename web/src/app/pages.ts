// The pages beside those of facets and elements. To add one: an entry here, a component, a file of texts for each language.
import {
  BookOpen,
  Bot,
  ChartColumn,
  FileInput,
  GitCompareArrows,
  Inbox,
  Languages,
  type LucideIcon,
  Settings,
} from "lucide-react";
import type { ComponentType } from "react";
import type { Person } from "./person";

export interface PageEntry {
  /** Below the storage; it is also the name of its area of texts, whose `title` is shown in menus. */
  path: string;
  icon: LucideIcon;
  /** The least role that sees it in menus. */
  role?: Person["roles"][number];
  /** In the menu on the left, or found by commands and links alone. */
  inMenu: boolean;
  /** Whether it has parts with addresses of their own, below its path. */
  hasParts?: boolean;
  component: () => Promise<{ default: ComponentType }>;
}

export const PAGES: readonly PageEntry[] = [
  { path: "tasks", icon: Inbox, inMenu: true, component: () => import("@/pages/tasks/TasksPage") },
  { path: "reporting", icon: ChartColumn, inMenu: true, component: () => import("@/pages/reporting/ReportingPage") },
  {
    path: "translations",
    icon: Languages,
    role: "editor",
    inMenu: true,
    component: () => import("@/pages/translations/TranslationsPage"),
  },
  {
    path: "changes",
    icon: GitCompareArrows,
    inMenu: false,
    component: () => import("@/pages/changes/ChangesPage"),
  },
  {
    path: "imports",
    icon: FileInput,
    role: "editor",
    inMenu: false,
    component: () => import("@/pages/imports/ImportsPage"),
  },
  {
    path: "proposals",
    icon: Bot,
    role: "editor",
    inMenu: false,
    hasParts: true,
    component: () => import("@/pages/proposals/ProposalsPage"),
  },
  { path: "connect", icon: Bot, inMenu: false, component: () => import("@/pages/connect/ConnectPage") },
  { path: "guide", icon: BookOpen, inMenu: false, component: () => import("@/pages/guide/GuidePage") },
  {
    path: "administration",
    icon: Settings,
    role: "administrator",
    inMenu: true,
    hasParts: true,
    component: () => import("@/pages/administration/AdministrationPage"),
  },
];
