import { isObject, type JsonObject, valueAt } from './json.js';
import type { Change } from './report/report.js';
import type { CompleteSettings } from './settings.js';
import { METHODS } from './shape.js';
import { plainText, text } from './text.js';

/** A change in two pieces where it breaks some operations that were stable, and others that never were. */
export function withStability(
  change: Change,
  before: JsonObject,
  { extension, unstable }: CompleteSettings['stability'],
): Change[] {
  if (change.level !== 'breaking' && change.level !== 'warning') return [change];
  const isUnstable = (operation: string) => unstable.includes(levelOf(operation, before, extension));
  const unstableOnes = change.operations.filter(isUnstable);
  if (unstableOnes.length === 0) return [change];
  const others = change.operations.filter((each) => !isUnstable(each));
  const { excerpts, types, ...rest } = change;
  const sentence = text`${change.text} The operation was not stable yet.`;
  const lowered: Change = {
    ...rest,
    operations: unstableOnes,
    level: 'additive',
    impact: { wire: 'additive', types: 'additive' },
    text: sentence,
    message: plainText(sentence),
  };
  return others.length > 0 ? [{ ...change, operations: others }, lowered] : [lowered];
}

function levelOf(operation: string, root: JsonObject, extension: string): string {
  const [method = '', path = ''] = operation.split(' ', 2);
  const isMethod = (METHODS as readonly string[]).includes(method.toLowerCase());
  const item = isMethod ? valueAt(root, ['paths', path]) : valueAt(root, ['webhooks', path]);
  if (!isObject(item)) return '';
  const found = isMethod ? item[method.toLowerCase()] : Object.values(item).find(isObject);
  return String((isObject(found) ? found[extension] : undefined) ?? item[extension] ?? '');
}
