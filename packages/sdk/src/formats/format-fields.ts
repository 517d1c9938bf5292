/** The fields of formats that do not have the name of their format. */
export const OTHER_FIELDS = { question: 'answer', query: 'answer', deterministicJson: 'json' } as const;
