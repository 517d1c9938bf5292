import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the package `@sparticuz/chromium` exports, as far as this service uses it. */
interface PackedChromium {
  readonly default: {
    /** Unpacks the program into the temporary folder, unless there is one already. */
    executablePath(): Promise<string>;
  };
}

/** Unpacks the program of the package that starts with this file; resolves to its path. */
export async function unpackedProgram(packageFile: string): Promise<string> {
  refuseProgramOfOthers(join(tmpdir(), 'chromium'));
  const { default: chromium }: PackedChromium = await import(pathToFileURL(packageFile).href);
  return chromium.executablePath();
}

/** The package takes the program that is there already, and everybody may write to the temporary folder. */
function refuseProgramOfOthers(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  const isWritableByOthers = (stats.mode & 0o022) !== 0;
  if (stats.uid !== process.getuid?.() || !stats.isFile() || isWritableByOthers) {
    throw new Error(`"${path}" is not a program of this user alone. Remove it, or name a browser by --browser.`);
  }
}
