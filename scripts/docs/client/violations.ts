import { Validator } from '@cfworker/json-schema';
import type { Contract, Json, Reference, Schema } from '../openapi.js';

/** The faults of a value, each after its path: `.limit: 0 is less than 1.` */
export function violations(contract: Contract, value: Json, schema: Schema | Reference): string[] {
  // Without the examples, whose ids the validator takes for those of schemas.
  const components = { schemas: contract.components?.schemas };
  const root = { ...schema, components } as ConstructorParameters<typeof Validator>[0];
  const { errors } = new Validator(root, '2020-12', false).validate(value);
  const deepest = Math.max(...errors.map(({ instanceLocation }) => instanceLocation.split('/').length));
  const causes = errors.filter(({ instanceLocation }) => instanceLocation.split('/').length === deepest);
  return [
    ...new Set(
      causes.map(({ instanceLocation, error }) => `${instanceLocation.slice(1).replaceAll('/', '.')}: ${error}`),
    ),
  ].slice(0, 5);
}
