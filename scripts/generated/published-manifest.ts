/** The part of a `package.json` that is read and written here. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  private?: boolean;
  bin?: Record<string, string>;
  [field: string]: unknown;
}

/**
 * The namespace of our servers in the MCP registry. Whoever publishes there has to prove that it is theirs: as a GitHub
 * organisation of this name, or by changing this line.
 */
const MCP_NAMESPACE = "io.github.sallyport";

const KEYWORDS = ["mcp", "model-context-protocol", "ai-agents", "policy", "human-in-the-loop"];

/** Folder of a package of ours. */
export const folderOf = ({ name }: Manifest) => name.slice("@sallyport/".length);

/** Whether a package is a server that a client can start. */
export const isServer = (manifest: Manifest) => manifest.bin !== undefined;

/** The name that the registry looks for in the package, so that nobody else can claim it. */
export const mcpName = (manifest: Manifest) => `${MCP_NAMESPACE}/${folderOf(manifest)}`;

/** A published package's manifest with what all of them have; a private one stays as it is. */
export function publishedManifest(manifest: Manifest): Manifest {
  if (manifest.private) return manifest;
  const { name, version, mcpName: _, description, keywords: __, ...rest } = manifest;
  return {
    name,
    version,
    ...(isServer(manifest) ? { mcpName: mcpName(manifest) } : {}),
    description,
    keywords: isServer(manifest) ? ["mcp-server", ...KEYWORDS] : KEYWORDS,
    ...rest,
  };
}
