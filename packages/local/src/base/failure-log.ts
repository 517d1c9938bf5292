/** Logs the first of several failures in a row, and their end: a database may be away for hours. */
export interface FailureLog {
  failure(reason: string): void;
  success(): void;
}

/** `name` says in the log what fails. */
export function createFailureLog(name: string, log: (line: string) => void): FailureLog {
  let isFailing = false;
  return {
    failure(reason) {
      if (!isFailing) log(`${name}: ${reason.replace(/\.$/, '')}. It is tried again.`);
      isFailing = true;
    },
    success() {
      if (isFailing) log(`${name}: it works again.`);
      isFailing = false;
    },
  };
}
