// @ts-nocheck The packages have types only in the folder where they are installed.
// Tries one client over one transport: run.mjs NAME SERVER, where SERVER is JSON. Prints what came out of each feature.
import { ADAPTERS } from './adapters.mjs';

const [name, json] = process.argv.slice(2);
const server = JSON.parse(json);
const outcomes = {};

/** The outcome of a feature: ok, or what was wrong. */
async function tried(feature, attempt) {
  const timeout = new Promise((_, reject) => setTimeout(() => reject(new Error('no answer in 20 s')), 20_000).unref());
  try {
    const problem = await Promise.race([attempt(), timeout]);
    outcomes[feature] =
      problem === undefined || problem === true ? 'ok' : `wrong: ${JSON.stringify(problem).slice(0, 200)}`;
  } catch (error) {
    outcomes[feature] = `failed: ${String(error?.message ?? error).slice(0, 200)}`;
  }
}

let adapter;
await tried('connect', async () => {
  adapter = await ADAPTERS[name].connect(server);
});
if (adapter) {
  const { list, call, close, lacks = [] } = adapter;
  await tried('list', async () => {
    const names = await list();
    return ['search', 'scrape', 'read_more'].every((tool) => names.includes(tool)) || names;
  });
  await tried('call', async () => {
    const { text } = await call('scrape', { url: 'https://site.example/short' });
    return text.includes('It holds.') || text;
  });
  await tried('long', async () => {
    const { text } = await call('scrape', { url: 'https://site.example/long' });
    const [, cursor] = /read_more and the cursor (\S+)\./.exec(text) ?? [];
    const { text: rest } = await call('read_more', { cursor });
    return (text.length > 10_000 && rest.includes('Text from the web')) || text.slice(0, 200);
  });
  await tried('image', async () => {
    const { image, text } = await call('scrape', { url: 'https://site.example/short', screenshot: true });
    return image || text;
  });
  await tried('error', async () => {
    // The schema says only that it is a text.
    const { text, isError } = await call('scrape', { url: 'ftp://site.example/' });
    return (text.includes('url must be an http') && isError !== false) || { text, isError };
  });
  if (!lacks.includes('progress')) {
    await tried('progress', async () => {
      let reports = 0;
      await call('scrape', { url: 'https://site.example/slow' }, { onprogress: () => reports++ });
      return reports > 0 || 'no report';
    });
  }
  if (!lacks.includes('cancel')) {
    await tried('cancel', async () => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 500);
      const end = await call('scrape', { url: 'https://site.example/never' }, { signal: stop.signal }).then(
        () => 'answered',
        () => 'rejected',
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      const open = await (await fetch(new URL('/open', server.service))).json();
      return (end === 'rejected' && open === 0) || { end, open };
    });
  }
  await tried('close', close);
}
console.log(JSON.stringify(outcomes));
process.exit(0);
