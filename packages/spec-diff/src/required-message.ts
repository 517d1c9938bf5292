import type { Difference } from './difference.js';
import { objectOf } from './json.js';
import { describeChange } from './keywords/keywords.js';
import { listChange } from './keywords/strictness.js';
import { type Text, text, withoutStop } from './text.js';

/** Which fields have to be there now, or no longer; it says so when the schema that requires them describes others only. */
export function requiredMessage({ before, after }: Difference): Text {
  const message = describeChange('required', before?.value, after?.value);
  const { added } = listChange(before?.value, after?.value);
  const properties = objectOf(after?.ancestors[0]?.properties);
  const isUnknown = (name: unknown) => !Object.hasOwn(properties, String(name));
  if (added.length === 0 || Object.keys(properties).length === 0 || !added.every(isUnknown)) return message;
  const field = added.length === 1 ? 'no field of that name' : 'no fields of these names';
  return text`${withoutStop(message)}, and the schema describes ${field}.`;
}
