import assert from 'node:assert/strict';
import type { Trial } from './row.js';

/** Programs of `projects/bundle/src`: what a page or a server may want of the packages, and what each has to answer. */
export const PROGRAMS = {
  page: { name: 'calls', answer: /^Tea 0$/ },
  tools: { name: 'tools of the AI SDK', answer: /It costs 0 EUR/ },
  converter: { name: 'conversion', answer: /^# Tea/ },
  files: { name: 'PDFs', answer: /Tea costs 0 EUR/ },
  schema: { name: 'schemas', answer: /must have required property/ },
  workers: { name: 'workers', answer: /# Tea/ },
} as const;

export type Program = keyof typeof PROGRAMS;

/** Runs a program somewhere, such as `in a browser`, and holds what it answers against what it has to. */
export async function programWorks(
  { works }: Trial,
  program: Program,
  where: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const { name, answer } = PROGRAMS[program];
  await works(`${name} ${where}`.trim(), async () => assert.match(String(await run()).trim(), answer));
}
