/** What kind of thing an entry of the search is, in the words that a reader sees. */
export type SearchKind =
  | 'Call'
  | 'Event'
  | 'Section'
  | 'Guide'
  | 'Error code'
  | 'Message'
  | 'Status'
  | 'Limit'
  | 'Value'
  | 'Field'
  | 'Schema';

/** An entry of the search. */
export interface SearchEntry {
  readonly kind: SearchKind;
  readonly name: string;
  /** Where it stands. */
  readonly place: string;
  readonly text: string;
  /** Begins with `#` in the reference; otherwise it is relative to the folder of the guides. */
  readonly href: string;
}
