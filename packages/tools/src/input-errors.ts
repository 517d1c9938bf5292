import type { InputField, Tool } from './tool.js';

/** What is wrong with an input, a sentence for each field. */
export function inputErrors({ input: fields }: Tool, input: unknown): string[] {
  if (typeof (input ?? {}) !== 'object' || Array.isArray(input)) return ['The input must be an object.'];
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const known = Object.keys(fields);
  return [
    ...Object.keys(given)
      .filter((name) => !known.includes(name))
      .map((name) => `There is no field ${name}. It takes ${known.join(', ')}.`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      if (isAbsent(given[name])) return field.isRequired ? [`${name} is missing.`] : [];
      const expected = expectedOf(field, given[name]);
      return expected === undefined ? [] : [`${name} must be ${expected}.`];
    }),
  ];
}

/** The input without the fields that a model leaves out as null, as it must where all fields are required of it. */
export const withoutNulls = (input: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => !isAbsent(value)));

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** What a field must be, if the value is not. */
function expectedOf(field: InputField, value: unknown): string | undefined {
  switch (field.type) {
    case 'string':
      if (typeof value !== 'string' || value === '') return 'a text';
      return !field.enum || field.enum.includes(value) ? undefined : `one of ${field.enum.join(', ')}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'integer':
      return Number.isInteger(value) && Number(value) >= field.minimum && Number(value) <= field.maximum
        ? undefined
        : `a whole number from ${field.minimum} to ${field.maximum}`;
    case 'array':
      return Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : 'a list of texts';
  }
}
