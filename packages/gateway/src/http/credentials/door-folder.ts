import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sqlitePath } from "@sallyport/store";
import { createPrivateFile, privateFolder, readPrivateFile } from "./private-files.ts";

/** Where what opens a store's HTTP doors lies, beside the store. Throws `StoreError` for a store that has no place on this disk. */
export function doorFolderOf(storeUrl: string): string {
  return `${sqlitePath(storeUrl)}.door`;
}

/** Makes the folder, and answers the name that tokens for the doors of this store carry. */
export function openDoorFolder(folder: string): string {
  privateFolder(folder);
  const path = join(folder, "audience");
  createPrivateFile(path, `sallyport:door:${randomUUID()}`);
  const audience = readPrivateFile(path);
  if (audience === null) throw new Error(`\`${path}\` vanished`);
  return audience;
}
