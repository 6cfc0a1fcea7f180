// First import of every bin, before anything an old Node cannot even parse: it imports nothing.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`Node 22.18 or newer is needed; this is ${process.versions.node}; install a newer one (a clone brings its own: node_modules/.bin/node)
`);
  process.exit(78);
}
process.getBuiltinModule("node:module").enableCompileCache();

export {};
