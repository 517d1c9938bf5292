import { readTextFile } from '../text-file.js';
import { UsageError } from '../usage-error.js';
import type { Flag } from './flag.js';
import { checkItems } from './items.js';

/** The value of a flag as the request has it. `given` has the texts of all its occurrences. */
export function valueFrom(flag: Flag, texts: readonly string[]): unknown {
  const last = texts.at(-1) ?? '';
  switch (flag.kind) {
    case 'boolean':
      return last !== 'false';
    case 'integer':
    case 'number':
      return numberFrom(flag, last);
    case 'string':
      return checkedChoice(flag, last);
    case 'strings':
      return texts.flatMap(partsOf).map((item) => checkedChoice(flag, item));
    case 'items':
      return itemsFrom(flag, texts);
    case 'json':
      return isJson(last) ? json(flag, last) : last;
  }
}

function itemsFrom(flag: Flag, texts: readonly string[]): unknown[] {
  const items = texts.flatMap((text): unknown[] => (isJson(text) ? [json(flag, text)].flat() : partsOf(text)));
  checkItems(flag, items);
  return items;
}

/** @throws UsageError when the text is no number, or none within the limits of the flag. */
export function numberFrom(flag: Pick<Flag, 'name' | 'kind' | 'min' | 'exclusiveMin' | 'max'>, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const isValid = flag.kind === 'integer' ? Number.isInteger(number) : Number.isFinite(number);
  if (!isValid)
    throw new UsageError(`--${flag.name} must be ${flag.kind === 'integer' ? 'a whole' : 'a'} number, not "${text}".`);
  const { min = -Infinity, exclusiveMin = -Infinity, max = Infinity } = flag;
  if (number < min) throw new UsageError(`--${flag.name} must be at least ${min}, not ${text}.`);
  if (number <= exclusiveMin) throw new UsageError(`--${flag.name} must be more than ${exclusiveMin}, not ${text}.`);
  if (number > max) throw new UsageError(`--${flag.name} must be at most ${max}, not ${text}.`);
  return number;
}

function checkedChoice({ name, choices }: Flag, text: string): string {
  if (choices && !choices.includes(text))
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return text;
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const isJson = (text: string): boolean => /^\s*(?:[[{"@]|true\s*$|false\s*$|-?\d)/.test(text);

/** Reads JSON, or the JSON of a file when the text is its name behind an `@`. */
function json({ name }: Flag, text: string): unknown {
  const file = text.startsWith('@') ? text.slice(1) : undefined;
  const source = file === undefined ? text : readText(name, file);
  try {
    return JSON.parse(source);
  } catch (error) {
    const where = file === undefined ? '' : ` in ${file}`;
    throw new UsageError(`--${name} is not valid JSON${where}: ${(error as Error).message}`);
  }
}

function readText(name: string, file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`--${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
