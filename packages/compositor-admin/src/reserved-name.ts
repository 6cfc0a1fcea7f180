import { Fault } from "@sallyport/contract/faults";
import { isReservedMount } from "@sallyport/contract/names";

/** The product's own servers come and go with the gateway, and nobody takes their names. */
export function refuseReserved(name: string): void {
  if (!isReservedMount(name)) return;
  throw new Fault(
    "forbidden",
    `\`${name}\` is one of Sallyport's own servers; only others can be attached and detached`,
  );
}
