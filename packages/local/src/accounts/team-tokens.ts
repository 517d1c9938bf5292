/** The tokens of a language model that teams use. */
export interface TeamTokens {
  /** Tokens that a team may use in a month; undefined where they are only counted. */
  readonly limit: number | undefined;
  /** The tokens of the month that begins at `period`. */
  used(team: string, period: number): Promise<number>;
}
