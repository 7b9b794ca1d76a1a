// What is in the element panel can add files to the element.
import { createContext, useContext } from "react";
import type { File as ElementFile } from "@/api/types.gen";

export interface FileTarget {
  facet: string;
  /** Of the element: texts refer to its files by it, in whatever version they are. */
  element: string;
  version: string;
  /** Absent where nothing may be added. */
  add?: (files: readonly File[]) => Promise<(ElementFile | null)[]>;
}

const FileTargetContext = createContext<FileTarget | null>(null);

export const FileTargetProvider = FileTargetContext.Provider;

export const useFileTarget = (): FileTarget | null => useContext(FileTargetContext);

/** Whether something that is dragged or pasted holds files. */
export const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes("Files") ?? false;

/** What the service shows as pictures. */
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export const isPicture = (type: string): boolean => PICTURES.includes(type);
