import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { bin, FILESYSTEM } from "./bins.ts";

/** A PATH on which `npx -y @sallyport/NAME` runs the built command, and npm's filesystem server the one that is installed here. */
export function pathWithNpx(folder: string): string {
  const shims = join(folder, "shims");
  mkdirSync(shims);
  const packages = join(dirname(bin("gateway")), "../..");
  writeFileSync(
    join(shims, "npx"),
    `#!/bin/sh
[ "$1" = "-y" ] && shift
package="$1"
shift
case "$package" in
  @sallyport/*) exec "${process.execPath}" "${packages}/\${package#@sallyport/}/dist/bin.js" "$@" ;;
  @modelcontextprotocol/server-filesystem) exec "${process.execPath}" "${FILESYSTEM}" "$@" ;;
esac
echo "npx: no $package here" >&2
exit 1
`,
  );
  chmodSync(join(shims, "npx"), 0o755);
  return [shims, dirname(process.execPath), process.env.PATH].join(delimiter);
}
