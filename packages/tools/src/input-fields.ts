import * as z from 'zod';

/** The fields of the input of a tool, named as in the requests of the API where they are the same. */
export type InputFields = Readonly<Record<string, z.ZodType>>;

/** The problem of a value, as the end of a sentence that begins with the name of the field. */
const expectation =
  (expectedValue: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is missing' : `must be ${expectedValue}`;

export function text(description: string) {
  const error = expectation('a text');
  return z.string({ error }).min(1, { error }).describe(description);
}

export function choice<const Value extends string>(values: readonly Value[], description: string) {
  return z.enum(values, { error: expectation(`one of ${values.join(', ')}`) }).describe(description);
}

export function wholeNumber(min: number, max: number, description: string) {
  const error = expectation(`a whole number from ${min} to ${max}`);
  return z.int({ error }).min(min, { error }).max(max, { error }).describe(description);
}

export function yesOrNo(description: string) {
  return z.boolean({ error: expectation('true or false') }).describe(description);
}

export function texts(description: string) {
  const error = expectation('a list of texts');
  return z.array(z.string({ error }), { error }).describe(description);
}
