import type { Platform } from '../runtimes/install.js';

/** What a project is made of. */
export interface ProjectPlan {
  /** As it is called on the command line, such as `next-16`. */
  readonly name: string;
  /** Folders of `projects/`, which are copied in this order. */
  readonly projects: readonly string[];
  /**
   * What it depends on, each in the range that the starter writes, or by the name of another whose version it has too.
   * `pins.json` has a version for each range.
   */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Our packages that it depends on, without the scope. */
  readonly packages: readonly string[];
  /** Another Node.js than that of this process, for a tool that needs it. */
  readonly node?: Platform;
}
