import { Option } from 'commander';
import type { Flag } from './flag.js';
import type { Given } from './request.js';

const PLACEHOLDERS = {
  integer: '<number>',
  number: '<number>',
  string: '<text>',
  strings: '<list>',
  items: '<list>',
  json: '<json>',
} as const;

/** The option of a flag for the parser. What is on by default gets the flag that switches it off. */
export function optionFor(flag: Flag): Option {
  const { name, kind, help, choices } = flag;
  if (kind === 'boolean') {
    return flag.default === true ? new Option(`--no-${name}`, `Switches off: ${help}`) : new Option(`--${name}`, help);
  }
  const option = new Option(
    `--${name} ${PLACEHOLDERS[kind]}`,
    `${help}${choices ? ` One of: ${choices.join(', ')}.` : ''}${defaultOf(flag)}`,
  );
  return option.argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]);
}

function defaultOf({ default: value }: Flag): string {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  const text = Array.isArray(value)
    ? value
        .map((item) => (typeof item === 'string' ? item : ((item as { type?: string }).type ?? JSON.stringify(item))))
        .join(',')
    : String(value);
  return ` Default: ${text}.`;
}

/** What the parser got for each flag; flags that were not given are left out. */
export function givenFlags(
  flags: readonly Flag[],
  values: Readonly<Record<string, unknown>>,
  isGiven: (key: string) => boolean,
): Given {
  return new Map(
    flags.flatMap((flag) => {
      const key = optionFor(flag).attributeName();
      if (!isGiven(key)) return [];
      const value = values[key];
      return [[flag.name, Array.isArray(value) ? value.map(String) : [String(value)]] as const];
    }),
  );
}
