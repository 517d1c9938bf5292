/** What an extension says to programs; one that is not named here says nothing to them. */
export type ExtensionMeaning =
  /** Only people read it. */
  | 'annotation'
  /** Programs read it, and no change of it breaks them. */
  | 'information'
  /** What is assumed where a request leaves something out. */
  | 'default'
  /** `true` promises something, and the promise must not be withdrawn. */
  | 'guarantee'
  /** A number of which more is promised than less. */
  | 'promised-amount';

/** What a team settles for the comparison itself. */
export interface ComparisonSettings {
  /** What its extensions mean. */
  extensions?: Readonly<Record<string, ExtensionMeaning>>;
  /** How early a removal has to be announced, and by which extension. */
  sunset?: { extension?: string; noticeDays?: number };
  /** Where it is written how stable an operation is, from the least stable level to the most stable one. */
  stability?: { extension?: string; levels?: readonly string[]; unstable?: readonly string[] };
  /** The date of the comparison. It decides whether an announced removal is due. */
  today?: Date;
}

/** The settings with what holds where a team settles nothing. */
export interface CompleteSettings {
  extensions: Readonly<Record<string, ExtensionMeaning>>;
  sunset: { extension: string; noticeDays: number };
  stability: { extension: string; levels: readonly string[]; unstable: readonly string[] };
  /** A date such as `2030-12-31`. */
  today: string;
}

export function completed({ extensions, sunset, stability, today = new Date() }: ComparisonSettings): CompleteSettings {
  return {
    extensions: extensions ?? {},
    sunset: { extension: sunset?.extension ?? 'x-sunset', noticeDays: sunset?.noticeDays ?? 0 },
    stability: {
      extension: stability?.extension ?? 'x-stability-level',
      levels: stability?.levels ?? ['draft', 'alpha', 'beta', 'stable'],
      unstable: stability?.unstable ?? ['draft', 'alpha'],
    },
    today: today.toISOString().slice(0, 10),
  };
}
