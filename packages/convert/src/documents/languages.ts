import { LANGUAGES } from './generated/languages.js';

interface Table {
  /** The names of languages by extensions, with their dots, and by whole names of files. */
  readonly byFile: ReadonlyMap<string, string>;
  readonly names: ReadonlySet<string>;
}

let cached: Table | undefined;

/** Built for the first file that is no page. */
function table(): Table {
  if (cached) return cached;
  const byFile = new Map<string, string>();
  const names = new Set<string>();
  for (const row of LANGUAGES) {
    const [name = '', ...files] = row.split(' ');
    names.add(name);
    for (const file of files) byFile.set(file, name);
  }
  cached = { byFile, names };
  return cached;
}

/** The language of a file by its whole name, such as `Makefile`. */
export function languageOfName(filename: string): string | undefined {
  return table().byFile.get(filename.toLowerCase());
}

/** The language of a file by its extension, as it follows a fence; undefined for an unknown one. */
export function languageOfExtension(filename: string): string | undefined {
  const name = filename.toLowerCase();
  const { byFile } = table();
  // The longest extension counts: `.d.ts` before `.ts`.
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const language = byFile.get(name.slice(dot));
    if (language !== undefined) return language;
  }
  return undefined;
}

/** The language that a media type names, such as `text/x-python`; undefined for one that names none. */
export function languageOfType(mediaType: string): string | undefined {
  const { byFile, names } = table();
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1).replace(/^x-/, '');
  const words = [subtype, ...subtype.split(/[-.+]/)].flatMap((word) => [
    word,
    word.replace(/(?:script|source|src)$/, ''),
  ]);
  const word = words.find((name) => names.has(name) || byFile.has(`.${name}`));
  return word === undefined || names.has(word) ? word : byFile.get(`.${word}`);
}
