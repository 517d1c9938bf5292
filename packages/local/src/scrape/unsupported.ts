import type { Format, ScrapeOptions } from '@trawl/client';
import { Refusal } from '../contract/refusal.js';

const NO_MODEL = 'this server has no language model';

/** Refuses options that need a browser and without which the scrape would be pointless. */
export function refuseUnsupported({ actions = [], waitFor = 0, timeout }: ScrapeOptions, defaultTimeout: number): void {
  if (waitFor > (timeout ?? defaultTimeout) / 2) {
    const message = 'waitFor must not exceed half of timeout';
    const details = [{ code: 'custom', path: ['waitFor'], message }];
    throw new Refusal(400, { code: 'BAD_REQUEST', error: message, details });
  }
  if (actions.length > 0) {
    throw new Refusal(400, {
      code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
      error: 'Actions are not supported by any available engines. This server has no browser: leave `actions` out.',
    });
  }
}

/** Warnings for requested options that need a browser or a language model. The server invents no results for them. */
export function unsupportedOptions(options: ScrapeOptions): string[] {
  const formats = new Set((options.formats ?? []).map(formatName));
  const features = [
    ...['screenshot', 'audio', 'video'].filter((format) => formats.has(format)),
    ...(options.waitFor ? ['waitFor'] : []),
    ...(options.mobile ? ['mobile'] : []),
    ...(options.profile ? ['profile'] : []),
    ...(options.proxy === 'enhanced' || options.proxy === 'stealth' ? ['stealthProxy'] : []),
  ];
  return [
    ...(features.length > 0
      ? [
          `The engine used does not support the following features: ${features.join(', ')} -- your scrape may be partial.`,
        ]
      : []),
    ...(formats.has('question') ? [`The question was not answered: ${NO_MODEL}.`] : []),
    ...(options.onlyCleanContent ? [`onlyCleanContent was ignored: ${NO_MODEL}.`] : []),
  ];
}

export function formatName(format: Format): string {
  return typeof format === 'string' ? format : format.type;
}
