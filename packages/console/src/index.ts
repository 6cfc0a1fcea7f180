/**
 * The folder of the built page: static files to serve at `/` of the door whose `/mcp` it talks to.
 * It needs no path of its own on the server: where it is shows in the fragment alone.
 */
export const consoleFiles: URL = new URL("../dist/page/", import.meta.url);
