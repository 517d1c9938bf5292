/** Does nothing. */
export const noop = (): void => {};
