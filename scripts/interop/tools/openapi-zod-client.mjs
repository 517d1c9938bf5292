import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { generateZodClientFromOpenAPI } from 'openapi-zod-client';

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));

export default async function generate(contract, output) {
  const openApiDoc = await SwaggerParser.parse(contract);
  // With `auto-correct`, operations with no status but `default` are generated as well.
  const options = { defaultStatusBehavior: 'auto-correct' };
  await generateZodClientFromOpenAPI({ openApiDoc, distPath: `${output}/client.ts`, options });
  // What it generates, and the library below that, are for version 3 of Zod.
  await mkdir(`${output}/node_modules/@zodios`, { recursive: true });
  await cp(`${packages}zod-3`, `${output}/node_modules/zod`, { recursive: true });
  await cp(`${packages}@zodios/core`, `${output}/node_modules/@zodios/core`, { recursive: true });
}
