import * as z from 'zod';

/** The fields of the input of a tool, named as in the requests of the API where they are the same. */
export type InputFields = Readonly<Record<string, z.ZodType>>;

/** What a field takes. */
export type FieldKind = 'text' | 'address' | 'choice' | 'whole number' | 'yes or no' | 'list of texts';

const kinds = z.registry<{ readonly kind: FieldKind }>();

/** The problem of a value, as the end of a sentence that begins with the name of the field. */
const expectation =
  (expectedValue: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is missing' : `must be ${expectedValue}`;

export function text(description: string) {
  const error = expectation('a text');
  return z.string({ error }).min(1, { error }).describe(description).register(kinds, { kind: 'text' });
}

/** The URL of a page or a site. */
export function address(description: string) {
  const error = expectation('a text');
  return z.string({ error }).min(1, { error }).describe(description).register(kinds, { kind: 'address' });
}

export function choice<const Value extends string>(values: readonly Value[], description: string) {
  const error = expectation(`one of ${values.join(', ')}`);
  return z.enum(values, { error }).describe(description).register(kinds, { kind: 'choice' });
}

export function wholeNumber(min: number, max: number, description: string) {
  const error = expectation(`a whole number from ${min} to ${max}`);
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .describe(description)
    .register(kinds, { kind: 'whole number' });
}

export function yesOrNo(description: string) {
  return z
    .boolean({ error: expectation('true or false') })
    .describe(description)
    .register(kinds, { kind: 'yes or no' });
}

export function texts(description: string) {
  const error = expectation('a list of texts');
  return z.array(z.string({ error }), { error }).describe(description).register(kinds, { kind: 'list of texts' });
}

/** What a field takes, whether or not it may be left out. */
export function kindOf(field: z.ZodType): FieldKind {
  const kind = kinds.get(field)?.kind;
  if (kind) return kind;
  // A field that may be left out, or has a default, is around the one that was made here.
  return kindOf((field as z.ZodOptional<z.ZodType>).def.innerType);
}
