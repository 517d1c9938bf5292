import { Option } from 'commander';
import type { Flag } from './flag.js';
import { fullTextOf, isOffByFlag, summaryOf } from './flag-help.js';
import type { FlagTexts } from './request.js';

const PLACEHOLDERS = {
  integer: 'number',
  number: 'number',
  string: 'text',
  strings: 'list',
  items: 'list',
  json: 'json',
} as const;

/** The option of a flag for the parser. What is on by default gets the flag that switches it off. */
export function optionFor(flag: Flag, isFull = false): Option {
  const { name, kind, choices = [] } = flag;
  const text = isFull ? fullTextOf(flag) : summaryOf(flag);
  if (kind === 'boolean') return new Option(`--${isOffByFlag(flag) ? 'no-' : ''}${name}`, text);
  const [unit] = /(?:ms|seconds)$/.exec(name) ?? [];
  const option = new Option(`--${name} <${unit ?? PLACEHOLDERS[kind]}>`, text);
  // Values are checked later, by the name that the user wrote. Completion knows the choices from here.
  option.choices(choices);
  return option.argParser((value: string, values: readonly string[] | undefined) => [...(values ?? []), value]);
}

/** What the parser got for each flag; flags that were not given are left out. */
export function flagTexts(
  flags: readonly Flag[],
  values: Readonly<Record<string, unknown>>,
  isGiven: (key: string) => boolean,
): FlagTexts {
  return new Map(
    flags.flatMap((flag) => {
      const key = optionFor(flag).attributeName();
      if (!isGiven(key)) return [];
      const value = values[key];
      return [[flag.name, Array.isArray(value) ? value.map(String) : [String(value)]] as const];
    }),
  );
}
