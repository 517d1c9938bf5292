import type { StartOptions } from './options.js';
import { type ReferenceServer, serveReference } from './reference-server.js';

export interface Surroundings {
  say(text: string): void;
  /** Aborted when it is time to end. */
  stop: AbortSignal;
}

/** Serves the page until it is told to stop; with `once`, only until the page was seen to be served. */
export async function serve(page: string, { port, once }: StartOptions, { say, stop }: Surroundings): Promise<void> {
  const server = await serveReference(page, port).catch((error: NodeJS.ErrnoException) => {
    const reason = refusals[error.code ?? ''];
    if (!reason) throw error;
    throw new Error(`Port ${port} ${reason}: choose another with \`npm start -- --port NUMBER\`.`, { cause: error });
  });
  try {
    if (once) {
      await verify(server);
      say('Everything is built, and the reference is served as it should be.');
    } else {
      say(`\n  API reference  ${server.url}\n\n  Stop with Ctrl-C.\n`);
      await aborted(stop);
    }
  } finally {
    await server.close();
  }
}

const refusals: Record<string, string> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'may not be used by this user',
};

async function verify({ url }: ReferenceServer): Promise<void> {
  const response = await fetch(url);
  const html = await response.text();
  if (response.ok && html.includes('</html>')) return;
  throw new Error(`The reference is not served: status ${response.status}, ${html.length} characters, no whole page.`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
