import { parseArgs } from 'node:util';
import { keyFor, namedService } from './named-service.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment for the server of tools with these arguments: it calls the service, and with the key, that commands would. */
export function mcpEnvironment(args: readonly string[], env: Environment): Environment {
  const { values } = parseArgs({ args: [...args], strict: false, options: { 'base-url': { type: 'string' } } });
  const baseUrl = values['base-url'];
  const service = namedService(typeof baseUrl === 'string' ? baseUrl : undefined, env);
  if (!service) return env;
  const { key } = keyFor(service.url, {}, env);
  return { ...env, TRAWL_BASE_URL: service.url, ...(key !== undefined && { TRAWL_API_KEY: key }) };
}
