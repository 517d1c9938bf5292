import type { RedactPiiOptions } from '../page/options.js';
import { findEmails, findPhones } from './pii/contacts.js';
import { findFinances } from './pii/finances.js';
import type { Entity, Finding, Mode } from './pii/finding.js';
import { findPeople } from './pii/people.js';
import { findPlaces } from './pii/places.js';
import { findSecrets } from './pii/secrets.js';

export interface RedactPii extends RedactPiiOptions {
  /** Two letters: the country of phone numbers without a country code. */
  readonly country?: string | undefined;
}

/** Code may contain keys, but names in it are those of programs and not of people. */
const NOT_IN_CODE: ReadonlySet<Entity> = new Set(['PERSON', 'LOCATION']);

/**
 * Removes personal data from text. The mode `fast` uses patterns and checksums; `accurate` adds numbering plans and
 * dictionaries of names; `aggressive` also removes text that only may be personal data.
 */
export async function redactPii(text: string, options: RedactPii): Promise<string> {
  const { mode = 'accurate', replaceStyle = 'tag', entities, country } = options;
  const wants = (entity: Entity): boolean => entities === undefined || entities.includes(entity);
  const code = codeRanges(text);
  const findings = (await findAllKinds(text, wants, mode, country)).filter(
    ({ entity, start }) => !NOT_IN_CODE.has(entity) || !code.some((range) => start >= range.start && start < range.end),
  );
  const parts: string[] = [];
  let position = 0;
  for (const { entity, start, end } of withoutOverlaps(findings)) {
    parts.push(text.slice(position, start), replacement(text.slice(start, end), entity, replaceStyle));
    position = end;
  }
  return parts.join('') + text.slice(position);
}

async function findAllKinds(
  text: string,
  wants: (entity: Entity) => boolean,
  mode: Mode,
  country: string | undefined,
): Promise<Finding[]> {
  // Where findings overlap, the earlier kind in this list wins.
  return [
    ...(wants('SECRET') ? findSecrets(text, mode) : []),
    ...(wants('EMAIL') ? findEmails(text, mode) : []),
    ...(wants('FINANCIAL') ? findFinances(text, mode) : []),
    ...(wants('PHONE') ? await findPhones(text, mode, country) : []),
    ...(wants('LOCATION') ? await findPlaces(text, mode) : []),
    ...(wants('PERSON') ? await findPeople(text, mode) : []),
  ];
}

/** Drops findings that overlap an earlier one. */
function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const result: Finding[] = [];
  // The sort is stable: of two findings with the same start, the kind that was searched first stays.
  for (const finding of findings.toSorted((one, other) => one.start - other.start)) {
    if (finding.start >= (result.at(-1)?.end ?? 0)) result.push(finding);
  }
  return result;
}

function replacement(data: string, entity: Entity, style: RedactPiiOptions['replaceStyle']): string {
  if (style === 'remove') return '';
  return style === 'mask' ? data.replace(/\S/gu, '*') : `<${entity}>`;
}

/** The fenced blocks of Markdown. */
function codeRanges(markdown: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let codeBlock: { fence: string; start: number } | undefined;
  for (const { 1: fence = '', index } of markdown.matchAll(/^[ >]*(`{3,})[^`\n]*$/gm)) {
    if (codeBlock === undefined) {
      codeBlock = { fence, start: index };
    } else if (fence.length >= codeBlock.fence.length) {
      ranges.push({ start: codeBlock.start, end: index });
      codeBlock = undefined;
    }
  }
  return ranges;
}
