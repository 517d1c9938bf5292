/** What an operator may leave out of what is kept of pages that are read. */
export const LEFT_OUT = ['copies', 'index'] as const;
