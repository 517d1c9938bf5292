/** Whether a text can be an id of the service: some answer a text of another form with a sentence about UUIDs. */
export const hasIdForm = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
