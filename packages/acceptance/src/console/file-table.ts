import type { ServedTable } from "@sallyport/mcp";

/** A server of the person's view that shows files. */
export function fileTable(files: ReadonlyMap<string, string>): ServedTable {
  const uriOf = (path: string) => `file://${path}`;
  return {
    info: { name: "files", version: "1" },
    tools: [],
    resources: {
      list: async () => [...files.keys()].map((path) => ({ uri: uriOf(path), name: path, mimeType: "text/plain" })),
      read: async (uri) => {
        const text = files.get(uri.replace("file://", ""));
        return text === undefined ? null : { uri, mimeType: "text/plain", text };
      },
      watch: () => () => {},
    },
  };
}
