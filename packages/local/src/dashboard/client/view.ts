import type { Source } from './api.js';
import type { Route } from './route.js';

/** A section that is open. */
export interface View {
  readonly node: HTMLElement;
  /** The sources of its content, which are refreshed while the page is visible. */
  readonly sources: readonly Source[];
  /** Opens another place of the same section. */
  go(route: Route): void;
}

/** A section of the page, with its place in the navigation. */
export interface Section {
  readonly name: string;
  readonly title: string;
  /** Whether the page asks for its key before the section is shown; it does by default. */
  readonly needsKey?: boolean;
  open(route: Route): View;
}
