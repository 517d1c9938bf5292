/** Lets a fixed number of callers in at once; the others wait in the order in which they came. */
export interface Semaphore {
  /** Resolves to the function that releases the permit; rejects with the reason of the signal. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function createSemaphore(count: number): Semaphore {
  let free = count;
  const queue: (() => void)[] = [];

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else free++;
  }

  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (free > 0) {
          free--;
          return resolve(release);
        }
        const giveUp = () => {
          queue.splice(queue.indexOf(go), 1);
          reject(signal.reason);
        };
        const go = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(release);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        queue.push(go);
      }),
  };
}
