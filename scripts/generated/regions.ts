/** Makes the body of a region; `folder` is the package whose README it stands in, or null for a page of the repository. */
export type RegionMaker = (folder: string | null) => string;

const REGION = /<!-- generated:([a-z-]+) -->\n[\s\S]*?<!-- \/generated -->/g;

/** A page with every `<!-- generated:NAME -->` region made anew. Throws on a name that nobody makes. */
export function fillRegions(
  page: string,
  makers: Readonly<Record<string, RegionMaker>>,
  folder: string | null,
): string {
  return page.replace(REGION, (_, name: string) => {
    const maker = makers[name];
    if (maker === undefined) throw new Error(`nothing makes the region \`generated:${name}\``);
    return `<!-- generated:${name} -->\n\n${maker(folder).trim()}\n\n<!-- /generated -->`;
  });
}

/** The names of a page's regions. */
export function regionNames(page: string): string[] {
  return [...page.matchAll(REGION)].map(([, name = ""]) => name);
}

/** A Markdown table; cells may hold anything but line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
