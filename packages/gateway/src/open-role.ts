import { type OpenStore, openStore, type StoreRole } from "@sallyport/store";

/** Opens a store with the facets of one role, for as long as `open` lives. Rejects with `StoreError`. */
export async function openRole<Role extends StoreRole>(
  open: AsyncDisposableStack,
  store: string,
  role: Role,
): Promise<OpenStore<Role>> {
  return open.adopt(await openStore(store, role), (opened) => opened.close());
}
