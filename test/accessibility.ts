import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

type Rules = NonNullable<Parameters<AxeBuilder['options']>[0]['runOnly']>;

/** The serious and critical violations that axe finds, on a whole page without frames or in parts of it. */
export const accessibilityViolations = (page: Page, ...parts: string[]): Promise<string[]> =>
  violationsOf(page, ['wcag2a', 'wcag2aa'], parts);

/** The links and buttons that are too small or too close to each other for a finger. */
export const smallTargets = (page: Page, ...parts: string[]): Promise<string[]> =>
  violationsOf(page, { type: 'rule', values: ['target-size'] }, parts);

async function violationsOf(page: Page, runOnly: Rules, parts: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // What follows the rules needs no details, which take a third of the time.
    .options({ runOnly, resultTypes: ['violations'] })
    // In one run instead of one for each frame.
    .setLegacyMode();
  const { violations } = await parts.reduce((builder, part) => builder.include(part), axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
