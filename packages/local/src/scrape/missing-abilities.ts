import type { ScrapeOptions } from '@trawl/client';
import type { FormatAbilities } from '../formats/format-definition.js';
import { missingForFormats } from '../formats/format-table.js';
import { missingForOptions } from '../options/scrape-options.js';

/** Warnings for what was requested and needs a browser, a language model or a proxy that this server lacks. */
export function missingWarnings(options: ScrapeOptions, abilities: FormatAbilities): string[] {
  const missingAbilities = [...missingForFormats(options, abilities), ...missingForOptions(options, abilities)];
  const features = missingAbilities.flatMap((one) => ('feature' in one ? [one.feature] : []));
  const warnings = [...new Set(missingAbilities.flatMap((one) => ('warning' in one ? [one.warning] : [])))];
  if (features.length === 0) return warnings;
  return [
    `The engine used does not support the following features: ${features.join(', ')} -- your scrape may be partial.`,
    ...warnings,
  ];
}
