/** The progress of a call. */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

export interface Progress {
  /** Reports a number that a tool knows, such as the pages that a crawl has read. */
  readonly report: (progress: number, total: number | undefined, message: string) => void;
  readonly end: () => void;
}

/** A call that takes longer than this reports progress at least so often: clients give up on one that is silent. */
const INTERVAL_MS = 2000;

/** The protocol wants every number to be greater than the one before, and the numbers of tools are whole. */
const STEP = 0.001;

/** Sends the reports of one call, and by itself that the call is still at work. */
export function startProgress(send: (report: ProgressReport) => void): Progress {
  const startedAt = performance.now();
  let last: number | undefined;
  let lastTotal: number | undefined;

  const sendNext = (progress: number, total: number | undefined, message: string): void => {
    last = progress;
    lastTotal = total;
    send({ progress, message, ...(total !== undefined && { total }) });
  };
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    sendNext(last === undefined ? 0 : last + STEP, lastTotal, `At work for ${seconds} seconds`);
  }, INTERVAL_MS);

  return {
    report(progress, total, message) {
      if (last === undefined || progress > last) sendNext(progress, total, message);
    },
    end: () => clearInterval(timer),
  };
}
