import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import hljs from 'highlight.js';
import * as linguist from 'linguist-languages';

interface Language {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly extensions?: readonly string[] | undefined;
  readonly filenames?: readonly string[] | undefined;
}

const LANGUAGES: readonly Language[] = Object.values(linguist).filter((value) => 'languageId' in value);

const KNOWN = new Set(hljs.listLanguages().flatMap((id) => [id, hljs.getLanguage(id)?.name?.toLowerCase() ?? id]));

/**
 * The languages that highlight.js has in its smallest set, with their other names. The file is read, because to load it adds
 * to the one set of the process.
 */
const COMMON = new Set(
  [
    ...readFileSync(createRequire(import.meta.url).resolve('highlight.js/lib/common'), 'utf8').matchAll(
      /'\.\/languages\/(.+?)'/g,
    ),
  ]
    .map(([, id = '']) => id)
    .flatMap((id) => [id, ...(hljs.getLanguage(id)?.aliases ?? [])]),
);

const namesOf = ({ name, aliases = [] }: Language) => [name.toLowerCase(), ...aliases];

const isIn = (names: ReadonlySet<string>, language: Language) => namesOf(language).some((name) => names.has(name));

/** The name of a language after the fence of a block: one that highlight.js knows, if there is any. */
function fenceName(language: Language): string {
  const names = namesOf(language).filter((name) => /^[a-z\d-]+$/.test(name));
  const hyphenated = language.name.toLowerCase().replaceAll(' ', '-');
  return (
    names.find((name) => hljs.getLanguage(name)) ??
    (/^[a-z\d-]+$/.test(hyphenated) ? hyphenated : names[0]) ??
    hyphenated
  );
}

/**
 * Which of several languages with an extension has it in most files: one with the extension as its first, one that many
 * colour. Undefined if that does not tell.
 */
function mostUsed(candidates: readonly Language[], isFirst: (language: Language) => boolean): Language | undefined {
  const common = (some: readonly Language[]) => some.filter((language) => isIn(COMMON, language));
  const known = (some: readonly Language[]) => some.filter((language) => isIn(KNOWN, language));
  const first = candidates.filter(isFirst);
  const [best] = [common(first), known(first), common(candidates), known(candidates), first, candidates].filter(
    ({ length }) => length > 0,
  );
  const shortest = Math.min(...(best ?? []).map(({ name }) => name.length));
  const [language, ...others] = (best ?? []).filter(({ name }) => name.length === shortest);
  return others.length === 0 ? language : undefined;
}

/** The names of languages, each followed by the extensions and the names of its files, in lower case. */
export function renderLanguages(): string {
  const byName = new Map<string, string[]>();
  const add = (language: Language | undefined, key: string) => {
    if (!language) return;
    const name = fenceName(language);
    byName.set(name, [...(byName.get(name) ?? []), key]);
  };
  const keys = (field: 'extensions' | 'filenames') =>
    [...new Set(LANGUAGES.flatMap((language) => language[field] ?? []).map((key) => key.toLowerCase()))].toSorted();
  for (const extension of keys('extensions')) {
    const candidates = LANGUAGES.filter(({ extensions }) =>
      extensions?.some((other) => other.toLowerCase() === extension),
    );
    add(
      mostUsed(candidates, ({ extensions }) => extensions?.[0]?.toLowerCase() === extension),
      extension,
    );
  }
  for (const filename of keys('filenames')) {
    const candidates = LANGUAGES.filter(({ filenames }) =>
      filenames?.some((other) => other.toLowerCase() === filename),
    );
    const language = mostUsed(candidates, () => true);
    // Files with a usual extension are known by it. Names of little-known languages would only make the table longer.
    if (language && isIn(KNOWN, language) && !/[\s/]/.test(filename)) add(language, filename);
  }
  const lines = [...byName]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, files]) => `  ${JSON.stringify([name, ...files].join(' '))},\n`);
  return `// Generated from linguist-languages (MIT) by \`npm run codegen:languages\`. Never edit this file.

/** A language and the files that have it, each an extension with its dot or a whole name. */
export const LANGUAGES: readonly string[] = [
${lines.join('')}];
`;
}
