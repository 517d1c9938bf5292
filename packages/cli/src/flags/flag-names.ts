import type { Flag } from './flag.js';
import { isOffByFlag } from './flag-help.js';

/** What the fields of a request, and the options of the SDK, are called on the command line. */
export interface FlagNames {
  /** The flag for the value at a path; for a value inside of it, the flag and the rest of the path. */
  of(path: unknown): string | undefined;
}

/** An argument of a command, and the field of the request that it gives. */
interface NamedArgument {
  readonly name: string;
  readonly field?: string;
}

/** What stands on the command line for the options that the program gives to the SDK. */
const SERVICE_OPTIONS: Readonly<Record<string, string>> = {
  baseUrl: '--base-url (TRAWL_BASE_URL)',
  apiKey: 'The key (TRAWL_API_KEY, or the file of --api-key-file)',
};

export function flagNames(flags: readonly Flag[], args: readonly NamedArgument[]): FlagNames {
  const names = new Map(Object.entries(SERVICE_OPTIONS));
  for (const flag of flags) names.set(flag.field.join('.'), `--${isOffByFlag(flag) ? 'no-' : ''}${flag.name}`);
  // A field that an argument gives has no flag.
  for (const { name, field } of args) if (field) names.set(field, `<${name}>`);
  return {
    of(path) {
      const keys = [path ?? []].flat().filter((key) => typeof key === 'string' || typeof key === 'number');
      for (let length = keys.length; length > 0; length--) {
        const name = names.get(keys.slice(0, length).join('.'));
        if (name) return name + rest(keys.slice(length));
      }
      return keys.length > 0 ? rest(keys).slice(typeof keys[0] === 'string' ? 1 : 0) : undefined;
    },
  };
}

const rest = (keys: readonly (string | number)[]): string =>
  keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
