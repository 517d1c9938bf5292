/**
 * The path under which a file is stored. A name with accents may be stored composed or decomposed, as on disks of macOS, and
 * looks the same. So may the name of each folder above it. The path itself where there is no such file.
 */
export function storedPath(path: string): string {
  // Not imported: the tools of the AI SDK are loaded in browsers too, where nobody asks for a path.
  const { existsSync } = process.getBuiltinModule('node:fs');
  const { basename, dirname, join } = process.getBuiltinModule('node:path');
  if (existsSync(path)) return path;
  const folder = dirname(path);
  if (folder === path) return path;
  const storedFolder = storedPath(folder);
  const name = basename(path).normalize();
  const storedName = namesIn(storedFolder).find((one) => one.normalize() === name);
  return storedName === undefined ? path : join(storedFolder, storedName);
}

function namesIn(folder: string): readonly string[] {
  try {
    return process.getBuiltinModule('node:fs').readdirSync(folder);
  } catch {
    return [];
  }
}
