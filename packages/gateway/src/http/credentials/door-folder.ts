import { sqlitePath } from "@sallyport/store";

/** Where what opens a store's HTTP doors lies, beside the store. Throws `StoreError` for a store that has no place on this disk. */
export function doorFolderOf(storeUrl: string): string {
  return `${sqlitePath(storeUrl)}.door`;
}
