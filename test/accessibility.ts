import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Those to check; undefined stands for all that axe has on by itself. */
type Rules = Parameters<AxeBuilder['options']>[0]['runOnly'];

/** What breaks WCAG at levels A and AA, on a whole page without frames or in parts of it. */
export const accessibilityViolations = (page: Page, ...parts: string[]): Promise<string[]> =>
  violationsOf(page, ['wcag2a', 'wcag2aa'], parts);

/** The same, and what breaks the rules that axe has for good practice. */
export const allViolations = (page: Page, ...parts: string[]): Promise<string[]> =>
  violationsOf(page, undefined, parts);

/** The links and buttons that are too small or too close to each other for a finger. */
export const smallTargets = (page: Page, ...parts: string[]): Promise<string[]> =>
  violationsOf(page, { type: 'rule', values: ['target-size'] }, parts);

async function violationsOf(page: Page, runOnly: Rules, parts: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // What follows the rules needs no details, which take a third of the time.
    .options({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })
    // In one run instead of one for each frame.
    .setLegacyMode();
  const { violations } = await parts.reduce((builder, part) => builder.include(part), axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
