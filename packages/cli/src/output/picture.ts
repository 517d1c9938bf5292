import { ExplainedError } from '../explained-error.js';
import { UsageError } from '../usage-error.js';

/** The pictures that files are named after. */
const EXTENSIONS = ['.png', '.jpg', '.jpeg', '.webp'];

/** Whether a file is a picture by its name. */
export const isPicture = (path: string | undefined): path is string =>
  path !== undefined && EXTENSIONS.some((extension) => path.toLowerCase().endsWith(extension));

/**
 * The request for the picture that is written into a file: its only format is a screenshot.
 *
 * @throws UsageError when other formats are asked for, which the file cannot hold.
 */
export function requestForPicture(
  path: string,
  request: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { formats = ['screenshot'] } = request;
  const [format, ...others] = [formats].flat();
  if (others.length > 0 || (Object(format).type ?? format) !== 'screenshot')
    throw new UsageError(`--output ${path} is a picture: give --formats screenshot alone, or another name of a file.`);
  return { ...request, formats };
}

/** The maximum size of a picture: as much as the SDK takes of any answer. */
const MAX_BYTES = 100_000_000;

/** How long a picture may take. */
const TIMEOUT_MS = 120_000;

/**
 * The bytes of a screenshot as they come: the service sends a URL of it, or the picture itself as a data URL.
 *
 * @throws ExplainedError when there is none, it cannot be fetched, or it is too large.
 */
export async function* pictureOf(screenshot: unknown, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (typeof screenshot !== 'string' || screenshot === '')
    throw new ExplainedError('The service sent no screenshot: it may have no browser.');
  try {
    // The key is for the service alone: the URL may lead to another host.
    const response = await fetch(screenshot, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (!response.ok || !response.body)
      throw new ExplainedError(`The screenshot cannot be fetched: its server answered with ${response.status}.`);
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      // What its server says of the length may be wrong, so the bytes are counted.
      if (bytes > MAX_BYTES)
        throw new ExplainedError(`The screenshot has more than ${MAX_BYTES / 1e6} MB, which are not written.`);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof ExplainedError || signal.aborted) throw cause;
    throw new ExplainedError(`The screenshot cannot be fetched: ${(cause as Error).message}.`, { cause });
  }
}
