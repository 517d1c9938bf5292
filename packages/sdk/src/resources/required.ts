import { ResponseFormatError } from '../errors/response-format-error.js';

/** Takes the field out of an answer that makes no sense without it. */
export function required<Field extends string>(field: Field) {
  return <T extends { [K in Field]?: unknown }>(answer: T): NonNullable<T[Field]> => {
    const value = answer[field];
    if (value !== undefined && value !== null) return value;
    throw new ResponseFormatError(`The answer has no \`${field}\`.`);
  };
}
