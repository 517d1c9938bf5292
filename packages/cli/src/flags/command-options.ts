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
  const { name, kind, help, choices = [] } = flag;
  if (kind === 'boolean') {
    const isOn = flag.default === true;
    return new Option(`--${isOn ? 'no-' : ''}${name}`, imperative(help, isOn));
  }
  const values = choices.length > 0 ? ` One of: ${choices.join(', ')}.` : '';
  // The words of the contract may say the default themselves.
  const standard = /\bdefault\b/i.test(help) ? '' : defaultOf(flag);
  const option = new Option(`--${name} ${PLACEHOLDERS[kind]}`, help + values + standard);
  // The parser of texts checks the choices, and knows the flag by the name that the user wrote.
  return option.argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]);
}

/** What the contract says of a switch, as what the flag does: "Whether to block ads" is "Block ads" or "Do not block ads". */
function imperative(help: string, isOff: boolean): string {
  const [, action = ''] = /^Whether to (.*)$/s.exec(help) ?? [];
  if (action) return isOff ? `Do not ${action}` : action.charAt(0).toUpperCase() + action.slice(1);
  return isOff ? `No longer: ${help.charAt(0).toLowerCase()}${help.slice(1)}` : help;
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
