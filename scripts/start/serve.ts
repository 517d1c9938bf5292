import type { StartOptions } from './options.js';
import { type ReferenceServer, serveReference } from './reference-server.js';

/** Serves the page until the process is told to stop; with `once`, only until it was seen to be served. */
export async function serve(page: string, { port, once }: StartOptions, say: (text: string) => void): Promise<void> {
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
      await stopSignal();
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

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
