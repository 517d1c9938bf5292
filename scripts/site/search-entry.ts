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
  readonly site: 'reference' | 'guides';
  /** Relative to the folder of its site. */
  readonly href: string;
  /** Other names that find it, which are not shown: an operation id, methods of the SDK. */
  readonly words?: string;
}
