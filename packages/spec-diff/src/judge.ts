import { changeId } from './change-id.js';
import type { Difference } from './difference.js';
import { isObject, type Json, type JsonObject, valueAt } from './json.js';
import { isAbout, rulesAbout } from './rules/index.js';
import type { Finding } from './rules/rule.js';
import type { CompleteSettings } from './settings.js';
import { operationsOf } from './shape.js';
import { name, text } from './text.js';
import type { Use } from './uses.js';

export interface Judgement extends Finding {
  /** The id of this kind of change. */
  id: string;
  rule: string;
  /** Who sends or reads it as well, and loses nothing. */
  unaffected: Use[];
}

/** The parts of an operation whose stability can be written down. */
const PARTS: readonly Difference['part'][] = ['Parameter', 'Schema', 'Union', 'UnionMember'];

/** What a difference does to those who use it. */
export function judge(difference: Difference, settings: CompleteSettings): Judgement {
  for (const rule of rulesAbout(difference.part)) {
    if (!isAbout(rule, difference)) continue;
    const finding = rule.judge(difference, settings);
    if (!finding) continue;
    const id = changeId(rule, difference, finding.uses);
    const judgement = { id, rule: rule.name, ...finding, unaffected: unaffectedBy(finding, difference) };
    return withInstability(withAnnouncement(judgement, difference, settings), difference, settings);
  }
  // The last rules judge every kind of difference.
  throw new Error(`No rule judges that a ${difference.part} was ${difference.kind}.`);
}

function unaffectedBy({ level, uses }: Finding, difference: Difference): Use[] {
  if (!uses || (level !== 'breaking' && level !== 'warning')) return [];
  return difference.uses.filter(
    (use) => !uses.includes(use) && (use.direction === 'request' || use.direction === 'response'),
  );
}

/** What was never promised to be stable may change in any way. */
function withInstability(judgement: Judgement, difference: Difference, settings: CompleteSettings): Judgement {
  const { id, rule, level } = judgement;
  // An unknown level of stability is a mistake even where nothing is stable yet.
  if (rule === 'stability-changed') return judgement;
  if ((level !== 'breaking' && level !== 'warning') || !isOfUnstable(difference, settings)) return judgement;
  return { id, rule, level: 'additive', text: text`${judgement.text} It was not stable yet.`, unaffected: [] };
}

/** Whether a difference is told of a field or a parameter that was not stable yet. */
function isOfUnstable(difference: Difference, { stability }: CompleteSettings): boolean {
  const { part, kind, keyword, before } = difference;
  if (!PARTS.includes(part)) return false;
  const isWhole = kind === 'removed' || keyword === 'key';
  const owner: Json | undefined = isWhole ? before?.value : before?.ancestors[0];
  return isObject(owner) && stability.unstable.includes(String(owner[stability.extension] ?? ''));
}

/** What was announced to go may go once its day has come. */
function withAnnouncement(judgement: Judgement, difference: Difference, settings: CompleteSettings): Judgement {
  if (difference.kind !== 'removed' || judgement.level !== 'breaking') return judgement;
  const day = announcedDay(difference, settings.sunset.extension);
  if (day === undefined) return judgement;
  if (day > settings.today)
    return { ...judgement, text: text`${judgement.text} It was announced for ${name(day)}, which has not come.` };
  const { id, rule } = judgement;
  return {
    id,
    rule,
    level: 'additive',
    text: text`${judgement.text} That was announced for ${name(day)}.`,
    unaffected: [],
  };
}

/** The last of the days for which the removal of a deprecated part was announced; undefined where one is missing. */
function announcedDay({ part, before }: Difference, sunset: string): string | undefined {
  if (!isObject(before?.value)) return undefined;
  const days = deprecatedParts(part, before.value).map((each) =>
    isObject(each) && each.deprecated === true ? each[sunset] : undefined,
  );
  return days.every((day): day is string => typeof day === 'string') ? days.sort().at(-1) : undefined;
}

/** What has to be deprecated each by itself: of a path, all of its operations. */
function deprecatedParts(part: Difference['part'], value: JsonObject): (Json | undefined)[] {
  if (part !== 'PathItem') return [value];
  return [...operationsOf(value).values()].map((path) => valueAt(value, path));
}
