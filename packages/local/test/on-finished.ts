/** Registers cleanup for the end of a test or of a file. */
export type OnFinished = (work: () => Promise<void>) => void;
