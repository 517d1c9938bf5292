/** By its message: an error of another frame or of a test's sandbox has another class. */
export const isError = (value: unknown): value is Error => 'message' in Object(value);
