import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The serious and critical violations that axe finds, on a whole page without frames or in parts of it. */
export async function accessibilityViolations(page: Page, ...parts: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // What follows the rules needs no details, which take a third of the time.
    .options({ runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations'] })
    // In one run instead of one for each frame.
    .setLegacyMode();
  const { violations } = await parts.reduce((builder, part) => builder.include(part), axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
