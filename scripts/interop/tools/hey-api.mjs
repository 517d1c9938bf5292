import { createClient } from '@hey-api/openapi-ts';

export default function generate(contract, output) {
  const plugins = ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk', 'valibot', 'zod'];
  return createClient({ input: contract, output, plugins, logs: { level: 'error' } });
}
