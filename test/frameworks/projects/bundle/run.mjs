import { pathToFileURL } from 'node:url';

const [bundle, url] = process.argv.slice(2);
await import(pathToFileURL(bundle).href);
console.log(JSON.stringify(await globalThis.program(process.env.TRAWL_BASE_URL, url)));
