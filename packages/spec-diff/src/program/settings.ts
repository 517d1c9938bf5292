import type { SpecDocument } from '../document.js';
import type { Report } from '../report/report.js';

/** What a repository of its own ways settles for the program. */
export interface Settings {
  /** How the program is started there, as its help says; `npx @trawl/spec-diff` unless it is said. */
  command?: string;
  /** The path of the contract, from the root of the repository. */
  contract?: string;
  /** What `--types` adds to a report; without it, there is no such option. */
  withTypes?: (report: Report, before: SpecDocument, after: SpecDocument) => Promise<Report>;
}

export const COMMAND = 'npx @trawl/spec-diff';

/** The path of a contract, where none is named. */
export const CONTRACT = 'openapi.yaml';
