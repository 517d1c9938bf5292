/** The result of what has none, and what is done where there is nothing to do. */
export const nothing = (): void => {};
