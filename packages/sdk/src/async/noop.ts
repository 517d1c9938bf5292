/** Does nothing, and gives nothing. */
export const noop = (): void => {};
