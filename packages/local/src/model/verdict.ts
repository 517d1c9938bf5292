import { compileSchema } from '@trawl/convert/schema';
import type { CheckWork, Verdict } from './json-check.js';

/** The maximum number of errors: more would not help the model. */
const MAX_ERRORS = 10;

export async function verdictOn({ schema, value }: CheckWork): Promise<Verdict> {
  const validator = await compileSchema(schema);
  if ('unusable' in validator) return validator;
  const validation = validator.validate(value);
  if ('unchecked' in validation) return validation;
  if (validation.errors.length === 0) return {};
  const errors = validation.errors.slice(0, MAX_ERRORS).map(({ instancePath, message }) => {
    const place = instancePath === '' ? 'the value' : `\`${instancePath.slice(1).replaceAll('/', '.')}\``;
    return `${place} ${message ?? 'does not fit the schema'}`;
  });
  return { errors: errors.join('; ') };
}
