import { AsyncLocalStorage } from 'node:async_hooks';

/** What a fault that the PDF library reads over means for the text. */
export type PdfFault = 'font' | 'part';

/** How the library words the faults that can cost text. It reads over many others, such as those of shapes and of images. */
const FAULTS: readonly (readonly [PdfFault, RegExp])[] = [
  ['font', /^Warning: loadFont - (?:preEvaluateFont|translateFont) failed\b/],
  ['font', /^Warning: Font ".*" is not available\.$/],
  ['part', /^Warning: getTextContent - ignoring\b/],
];

const reading = new AsyncLocalStorage<Set<PdfFault>>();

/** How many readings are under way. */
let readings = 0;

/**
 * Reads a PDF and collects the faults that the library read over. It tells them on the console alone, so what it writes there in
 * the course of the reading, and nothing else, is taken from the console.
 */
export async function collectingFaults<Result>(faults: Set<PdfFault>, read: () => Promise<Result>): Promise<Result> {
  if (readings++ === 0) listen();
  try {
    return await reading.run(faults, read);
  } finally {
    if (--readings === 0) stopListening();
  }
}

let output = console.warn;

function listen(): void {
  output = console.warn;
  console.warn = warnOrCollect;
}

function stopListening(): void {
  // Another program may have put its own in place meanwhile, which still calls the one from here.
  if (console.warn === warnOrCollect) console.warn = output;
}

function warnOrCollect(...what: unknown[]): void {
  const faults = reading.getStore();
  if (!faults) {
    output.apply(console, what);
    return;
  }
  for (const [fault, words] of FAULTS) if (words.test(String(what[0]))) faults.add(fault);
}
