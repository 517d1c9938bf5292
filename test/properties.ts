/**
 * What the property-based tests try. In `npm test` it is the same every time: whether a change is good must not hang on
 * luck. `npm run explore` tries what nobody has tried, for as long as is stated here. What fails prints its seed, and with
 * that as PROPERTY_SEED it fails again in either.
 */
import * as fc from 'fast-check';

const { EXPLORE, PROPERTY_SEED } = process.env;
const seed = PROPERTY_SEED ? Number(PROPERTY_SEED) : undefined;

fc.configureGlobal(
  EXPLORE
    ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: 5_000, ...(seed !== undefined && { seed }) }
    : { numRuns: 100, seed: seed ?? 1 },
);

/** For a property whose runs take longer, or less time, than those of others: as many runs in `npm test`, from this seed. */
export function fixedRuns(numRuns: number, ownSeed?: number): { readonly numRuns?: number; readonly seed?: number } {
  if (EXPLORE) return {};
  return { numRuns, ...(seed === undefined && ownSeed !== undefined && { seed: ownSeed }) };
}
