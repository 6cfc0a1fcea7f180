import { type Package, readPackageTree } from "../package-tree.ts";
import { table } from "./regions.ts";

/** Every package, lowest layer first. */
export function packageTable(): string {
  return table(
    ["package", "layer", "job"],
    inLayers().map(({ folder, tags, description }) => [
      `[\`${folder}\`](packages/${folder})`,
      tags[0] ?? "",
      description,
    ]),
  );
}

/** Who imports whom; an arrow that another path already implies is left out. */
export function packageGraph(): string {
  const packages = inLayers().filter((each) => !each.private);
  const targets = new Map(packages.map((each) => [each.folder, workspaceDependencies(each)]));
  const arrows = packages.flatMap(({ folder }) => direct(folder, targets).map((target) => `  ${folder} --> ${target}`));
  return ["```mermaid", "graph BT", ...packages.map(({ folder }) => `  ${folder}`), ...arrows, "```"].join("\n");
}

function inLayers(): Package[] {
  const { packages, layers } = readPackageTree(".");
  const order = Object.keys(layers);
  const rank = ({ tags }: Package) => order.indexOf(tags[0] ?? "");
  return [...packages].sort((a, b) => rank(a) - rank(b) || a.folder.localeCompare(b.folder, "en"));
}

function workspaceDependencies({ dependencies }: Package): string[] {
  return dependencies.filter((name) => name.startsWith("@sallyport/")).map((name) => name.slice("@sallyport/".length));
}

function direct(folder: string, targets: ReadonlyMap<string, readonly string[]>): string[] {
  const own = targets.get(folder) ?? [];
  const implied = new Set(own.flatMap((target) => reachable(target, targets)));
  return own.filter((target) => !implied.has(target)).sort();
}

function reachable(folder: string, targets: ReadonlyMap<string, readonly string[]>): string[] {
  return (targets.get(folder) ?? []).flatMap((target) => [target, ...reachable(target, targets)]);
}
