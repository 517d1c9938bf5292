import type { PiiEntity, RedactPiiOptions } from '../../page/options.js';

export type Entity = PiiEntity;
export type Mode = NonNullable<RedactPiiOptions['mode']>;

/** The range of personal data in a text. */
export interface Finding {
  readonly entity: Entity;
  readonly start: number;
  readonly end: number;
}

/** All matches of a pattern. If it has a group named `data`, a finding covers only that group. */
export function findAll(
  text: string,
  entity: Entity,
  pattern: RegExp,
  accept: (data: string, start: number) => boolean = () => true,
): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(pattern)) {
    const data = match.groups?.data ?? match[0];
    const start = match.index + match[0].lastIndexOf(data);
    if (accept(data, start)) findings.push({ entity, start, end: start + data.length });
  }
  return findings;
}
