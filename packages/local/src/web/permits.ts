/** So many at once, the others after them, in their order. */
export interface Permits {
  /** Resolves to what gives the permit back; rejects with the reason of the signal. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function createPermits(count: number): Permits {
  let free = count;
  const waiting: (() => void)[] = [];

  function release(): void {
    const next = waiting.shift();
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
          waiting.splice(waiting.indexOf(go), 1);
          reject(signal.reason);
        };
        const go = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(release);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(go);
      }),
  };
}
