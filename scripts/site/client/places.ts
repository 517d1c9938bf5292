/** Where the page finds the others. */
export interface Places {
  /** The folder of the styles and programs. */
  readonly assets: string;
  readonly reference: string | undefined;
  readonly guides: string;
  /** The folder of the reference, where the index of the search is. */
  readonly index: string | undefined;
}

export interface SearchDialog {
  open(): void;
}

declare global {
  /** Set by `search.js`, which the page loads when somebody searches. */
  var createSearch: ((places: Places) => SearchDialog) | undefined;
}
