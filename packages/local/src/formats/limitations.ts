import { scrapeOptions } from '../options/scrape-options.js';
import { formatDefinitions } from './format-table.js';

/** What this server does not do of what the contract allows to ask for: a sentence for each option and format. */
export interface Limitations {
  readonly options: Readonly<Record<string, string>>;
  readonly formats: Readonly<Record<string, string>>;
}

export function limitations(): Limitations {
  const options = Object.entries(scrapeOptions).flatMap(([name, option]) => {
    if ('ignoredBecause' in option) return [[name, `It is ignored. ${option.ignoredBecause}`]];
    return option.limit === undefined ? [] : [[name, option.limit]];
  });
  const formats = Object.entries(formatDefinitions).flatMap(([name, { limit }]) =>
    limit === undefined ? [] : [[name, limit]],
  );
  return { options: Object.fromEntries(options), formats: Object.fromEntries(formats) };
}
