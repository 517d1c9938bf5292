import { createLocalServer, type LocalServer, type LocalServerOptions } from '@trawl/local';
import { Trawl } from '@trawl/sdk';
import { demoOf, demoOfGuides } from '../quickstart/demo-site.js';
import { runQuickstart } from '../quickstart/quickstart.js';
import type { Output, Screen } from '../quickstart/screen.js';
import type { StartOptions } from './options.js';

export interface ServeOptions {
  readonly screen: Screen;
  /** Gets the log of requests once the quickstart is through. */
  readonly log: Output & { hasColors?(): boolean };
  /** Aborted when it is time to end. */
  readonly stop: AbortSignal;
  /** The language model; by default that of the variables that `trawl-local` reads too. */
  readonly model?: ModelOptions | undefined;
}

type ModelOptions = Pick<LocalServerOptions, 'modelUrl' | 'modelName' | 'modelKey'>;

/** Starts the service, shows with the SDK what it can do, and goes on serving until it is told to stop. */
export async function serve(
  options: Omit<StartOptions, 'noBrowserDownload'>,
  { screen, log, stop, model = modelOf(process.env) }: ServeOptions,
): Promise<void> {
  let isThrough = false;
  const server = await listen(options.port, model, {
    write: (text) => isThrough && log.write(text),
    isTTY: log.isTTY,
    hasColors: () => log.hasColors?.() === true,
  });
  try {
    screen.title('Trawl', 'the v2 Web Search and Scraping API, on this machine');
    const demo = await (options.site === undefined ? demoOfGuides() : demoOf(options.site));
    try {
      const trawl = new Trawl({ baseUrl: server.url });
      const isDone = await runQuickstart(trawl, demo, screen, model.modelUrl !== undefined);
      if (options.once) {
        if (!isDone) throw new Error('The agent has failed: its step says why.');
        screen.title('All of it worked.', 'It ends here, as --once asks.');
        return;
      }
      screen.table([
        ['What it is', `${server.url}/`],
        ['Guides', `${server.url}/docs/`],
        ['API reference', `${server.url}/reference`],
        ...browserRows(server),
        ['Use it', `export TRAWL_BASE_URL=${server.url}`],
        ['Stop it', 'Ctrl-C'],
      ]);
      isThrough = true;
      await aborted(stop);
    } finally {
      // Not before: the steps above printed links to its pages.
      await demo.close();
    }
  } finally {
    await server.close();
  }
}

/** How to get a browser, or one that takes less time; nothing where there is nothing to improve. */
function browserRows(server: LocalServer): [name: string, text: string][] {
  const { browser, browserUsed, browserAdvice } = server.capabilities();
  const advice = browser ? browserAdvice : browserUsed;
  return advice === undefined ? [] : [['Browser', advice]];
}

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'may not be used by this user',
};

async function listen(port: number, model: ModelOptions, log: LocalServerOptions['log']): Promise<LocalServer> {
  try {
    return await createLocalServer({ port, allowPrivateNetworks: true, log, ...model });
  } catch (error) {
    const reason = refusals[(error as NodeJS.ErrnoException).code ?? ''];
    if (!reason) throw error;
    throw new Error(`Port ${port} ${reason}: choose another with \`npm start -- --port NUMBER\`.`, { cause: error });
  }
}

function modelOf(env: Readonly<NodeJS.ProcessEnv>): ModelOptions {
  const { TRAWL_LOCAL_MODEL_URL: modelUrl, TRAWL_LOCAL_MODEL_NAME: modelName, TRAWL_LOCAL_MODEL_KEY: modelKey } = env;
  return { ...(modelUrl && { modelUrl }), ...(modelName && { modelName }), ...(modelKey && { modelKey }) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
