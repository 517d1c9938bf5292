/** The comparison cannot be made. The message says what is wrong and what to do, and needs no stack to be understood. */
export class SpecProblem extends Error {
  override name = 'SpecProblem';
}
