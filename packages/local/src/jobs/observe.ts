/** Observes a job. `next` resolves after a change since the last call, and after an abort. */
export function observe(
  engine: { onChange(id: string, listener: () => void): () => void },
  id: string,
  signal: AbortSignal,
): { next(): Promise<void>; stop(): void } {
  let isChanged = false;
  let wake = () => {};
  const onChange = () => {
    isChanged = true;
    wake();
  };
  const unsubscribe = engine.onChange(id, onChange);
  signal.addEventListener('abort', onChange);
  return {
    async next() {
      if (!isChanged && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      isChanged = false;
    },
    stop() {
      unsubscribe();
      signal.removeEventListener('abort', onChange);
    },
  };
}
