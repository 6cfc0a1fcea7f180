import { readPackageTree } from "./package-tree.ts";
import { topologyProblems } from "./topology-rules.ts";

const tree = readPackageTree(process.argv[2] ?? ".");
const problems = topologyProblems(tree);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (tree.packages.length === 0) process.stderr.write("no packages found\n");
process.exit(problems.length > 0 || tree.packages.length === 0 ? 1 : 0);
