import { OptionError } from '@trawl/base/option-error';
import { redactedUrl } from '@trawl/base/redacted-url';
import { ownUrl } from '../base/own-url.js';
import type { Settings } from '../settings/settings.js';

/** The settings that say where a service listens, and who may manage it. */
export const SERVICE_SETTINGS = ['host', 'port', 'adminKey'] as const;

export const URL_FLAG = {
  url: { placeholder: 'URL', description: 'The address of a service that runs, where it is not at --host and --port.' },
};

/** Asks a service that runs, at `/_local`. */
export interface RunningService {
  /** Resolves to a successful response. @throws OptionError with what the service says of a failure. */
  fetch(method: string, path: string, body?: object): Promise<Response>;
  /** Resolves to the `data` of a response. */
  ask<Data>(method: string, path: string, body?: object): Promise<Data>;
}

export function runningService(
  { host, port, adminKey }: Pick<Settings, (typeof SERVICE_SETTINGS)[number]>,
  url = ownUrl(host, port),
): RunningService {
  const authorization = adminKey === undefined ? {} : { authorization: `Bearer ${adminKey}` };

  async function send(method: string, path: string, body?: object): Promise<Response> {
    const headers = { ...authorization, ...(body && { 'content-type': 'application/json' }) };
    try {
      return await fetch(new URL(`/_local/${path}`, url), {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      const { cause, message } = error as Error & { cause?: Error };
      throw new OptionError(
        `No service can be reached at ${redactedUrl(url)}: ${cause?.message ?? message}. Name its address by --url.`,
      );
    }
  }

  const service: RunningService = {
    async fetch(method, path, body) {
      const response = await send(method, path, body);
      if (response.ok) return response;
      const { error } = (await response.json().catch(() => ({}))) as { error?: string };
      const advice = response.status === 401 ? ' Give the admin key of the service by --admin-key-file.' : '';
      throw new OptionError(`${error ?? `The service answers ${response.status}.`}${advice}`);
    },
    async ask<Data>(method: string, path: string, body?: object) {
      const response = await service.fetch(method, path, body);
      return ((await response.json()) as { data: Data }).data;
    },
  };
  return service;
}
