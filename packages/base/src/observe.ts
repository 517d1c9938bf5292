/** Does work, and is told of it: counts it and measures its time. What the work resolves to or throws stays the same. */
export type Observe<Subject, Result> = (subject: Subject, work: () => Promise<Result>) => Promise<Result>;

/** Does the work alone. */
export const unobserved = <Result>(_subject: unknown, work: () => Promise<Result>): Promise<Result> => work();
