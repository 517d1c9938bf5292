import type { ScrapeRequest } from '@trawl/client';
import { formatNames } from './request.js';

/** Characters of options that fit into a line with what is before them. */
const MAX_LINE = 60;

/** A program that does the same with the SDK. The key is read from the environment. */
export function programOf({ url, ...options }: ScrapeRequest, needsKey: boolean): string {
  const key = needsKey ? ', apiKey: process.env.TRAWL_API_KEY' : '';
  const results = formatNames(options).map((name) => `console.log(page.${name});`);
  return `import { Trawl } from '@trawl/sdk';

const trawl = new Trawl({ baseUrl: ${literal(location.origin)}${key} });
const page = await trawl.scrape(${literal(url)}, ${optionsLiteral(options)});
${results.join('\n')}
`;
}

/** Options that are longer than a line stand on a line each. */
function optionsLiteral(options: object): string {
  const line = literal(options);
  if (line.length <= MAX_LINE) return line;
  const fields = Object.entries(options).map(([name, value]) => `  ${name}: ${literal(value)},\n`);
  return `{\n${fields.join('')}}`;
}

/** A value as TypeScript. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => `${fieldName(name)}: ${literal(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const fieldName = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name));

function quoted(text: string): string {
  const content = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${content}'`;
}
