/** A rule of the contract for what a call costs. */
export interface CreditRule {
  readonly id: string;
  /** It holds for these only; without them, wherever its field is accepted. */
  readonly operations?: readonly string[];
  /** Path of the field it goes by. */
  readonly field: string;
  /** What the field, or an item of it, has to be; an empty list means itself. */
  readonly value: string | boolean | readonly never[];
  /** Credits for each unit; none for sure when it is left out. */
  readonly least?: number;
  readonly most: number;
  readonly per: 'request' | 'page' | 'PDF' | 'checked URL' | '10 results';
  /** It comes on top of the regular cost. */
  readonly extra?: boolean;
  readonly description: string;
}
