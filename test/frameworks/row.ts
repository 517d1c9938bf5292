import type { LocalServer } from '@trawl/local';
import type { InstalledProject } from './installed-project.js';
import type { ProjectPlan } from './project-plan.js';

/** A tool that people use the packages with: a project as its starter makes it, and what has to work in it. */
export interface Row extends ProjectPlan {
  /** As the table of the guide calls it, such as `Next.js`. */
  readonly tool: string;
  /** The package whose version the table states: one of `dependencies`. A part of Node.js has none. */
  readonly versionOf?: string;
  /** `npm test` tries it too: it takes seconds, and the repository has what it depends on. */
  readonly isQuick?: boolean;
  /** What a user has to set, in Markdown. */
  readonly toSet?: string;
  readonly run: (trial: Trial) => Promise<void>;
}

/** What a row is tried with. */
export interface Trial {
  readonly project: InstalledProject;
  /** A service with the pages of `service.ts`. */
  readonly service: LocalServer;
  /** Does what has to work, by the name that the table gives it, such as `build`. Its failure does not end the row. */
  readonly works: (name: string, work: () => Promise<void>) => Promise<void>;
}

/** What a run has found of a row. */
export interface Result {
  readonly version: string;
  /** The version of Node.js. */
  readonly node: string;
  /** What was installed. */
  readonly pins: Readonly<Record<string, string>>;
  readonly works: readonly string[];
}
