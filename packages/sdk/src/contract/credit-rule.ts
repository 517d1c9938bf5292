/** A rule of the contract for what a call costs. */
export interface CreditRule {
  readonly id: string;
  /** The operations that it applies to. Default: every operation that has the field. */
  readonly operations?: readonly string[];
  /** The path of the field that it depends on. */
  readonly field: string;
  /** The value that the field, or one of its items, must have. An empty list stands for an empty list. */
  readonly value: string | boolean | readonly never[];
  /** The minimum of credits for each unit. Default: 0. */
  readonly min?: number;
  readonly max: number;
  readonly per: 'request' | 'page' | 'PDF' | 'checked URL' | '10 results';
  /** Whether it adds to the regular cost. */
  readonly extra?: boolean;
  readonly description: string;
}

/** What running servers charge where no rule says otherwise. */
export interface RegularCredits {
  readonly id: string;
  readonly credits: number;
  readonly per: 'page' | '10 results';
  /** The formats that cost it, each of them at most. Default: it does not depend on formats. */
  readonly formats?: readonly string[];
  readonly description: string;
}
