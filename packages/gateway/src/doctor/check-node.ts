import type { Finding } from "./finding.ts";

/** Node itself; one that is too old never gets here, it is refused at the door. */
export function checkNode(version: string): Finding {
  return { level: "ok", subject: "node", detail: version };
}
