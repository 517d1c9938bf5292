import type { ExampleRequest } from './requests.js';
import { callOptions, fileImport } from './typescript.js';

/** The request as a program with `@trawl/client`. */
export function clientProgram(request: ExampleRequest): string {
  const { method, template, parameters, needsKey } = request;
  const key = needsKey ? '\n  apiKey: process.env.TRAWL_API_KEY,' : '';
  return `${fileImport(request)}import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',${key}
});

const { data, error } = await trawl.${method}('${template}'${callOptions(request, parameters)});
if (error) throw new Error(JSON.stringify(error));
console.log(data);
`;
}
