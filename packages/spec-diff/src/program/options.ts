import { SpecProblem } from '../problem.js';

/** One of the values that an option can have; another one is an error that names them. */
export function oneOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  throw new SpecProblem(`${option} is one of ${values.join(', ')}; "${value}" is none of them.`);
}

/** A pattern that an option gives. */
export function patternOf(option: string, value: string): RegExp {
  try {
    return new RegExp(value);
  } catch (cause) {
    throw new SpecProblem(`${option} is a regular expression; "${value}" is none.`, { cause });
  }
}

/** A count that an option gives; without one, there is no limit. */
export function countOf(option: string, value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  const count = Number(value);
  if (count > 0) return count;
  throw new SpecProblem(`${option} is how many versions are compared; "${value}" is no such number.`);
}
