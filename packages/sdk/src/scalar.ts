/**
 * Whether a value of the server's can be turned into text or a number. An object cannot: by `String()` it would be asked
 * for its `toString`, which may be anything that JSON can say.
 */
export const isScalar = (value: unknown): boolean => typeof value !== 'object';
