import { isAnonymous } from '../accounts/teams.js';
import { isObject } from '../is-object.js';

/** Whether nothing of a call may be kept, its URL included: the caller asked for that, or is unknown. */
export function isPrivateCall(team: string, body: unknown): boolean {
  return isAnonymous(team) || retainsNothing(body);
}

/** The options stand in the body itself, or in an object that it holds, such as `scrapeOptions` and the targets of a monitor. */
function retainsNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(retainsNothing);
  if (!isObject(value)) return false;
  const { zeroDataRetention, lockdown, enterprise } = value;
  if (zeroDataRetention === true || lockdown === true) return true;
  if (Array.isArray(enterprise) && enterprise.includes('zdr')) return true;
  return Object.values(value).some((item) => typeof item === 'object' && retainsNothing(item));
}
