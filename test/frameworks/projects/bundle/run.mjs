import { pathToFileURL } from 'node:url';

const [file, url] = process.argv.slice(2);
await import(pathToFileURL(file).href);
const answer = await globalThis.program(process.env.TRAWL_BASE_URL, url);
console.log(typeof answer === 'string' ? answer : JSON.stringify(answer));
