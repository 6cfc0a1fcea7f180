import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** The file that a command starts: itself where it is a whole path, else the first of its name on `path`; null where there is none. */
export function programOnPath(command: string, path: string): string | null {
  const candidates = isAbsolute(command) ? [command] : path.split(delimiter).map((folder) => join(folder, command));
  return candidates.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
