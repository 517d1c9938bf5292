import type { ExtractJob, ExtractRequest } from '@trawl/client';
import { findModelJob, type ModelJob, modelJobStatus, startModelJob } from '../agent/model-job.js';
import { urlPatternFault } from '../agent/url-pattern.js';
import { contractDefaults } from '../contract/contract.js';
import { invalidRequest } from '../contract/invalid.js';
import { custom } from '../contract/issue.js';
import { withScheme } from '../contract/page-url.js';
import { Refusal } from '../contract/refusal.js';
import type { JobEngine } from '../jobs/engine.js';
import type { ModelAccess } from '../model/open-model.js';
import { type OwnAbilities, refuseImpossible } from '../scrape/refused-options.js';
import type { GuardFor } from '../scrape/threat-protection.js';
import { refuseUnusableSchema } from './model-schema.js';
import { JsonText, type Routes } from './route.js';

export interface ExtractRouteDependencies {
  readonly engine: Pick<JobEngine, 'start' | 'find'>;
  /** It is undefined on a server without a model. */
  readonly access: Pick<ModelAccess, 'check' | 'isLocal'> | undefined;
  readonly guardFor: GuardFor;
  /** Whether there is a browser now. */
  readonly abilities: OwnAbilities;
}

const REPLACEMENT = '/v2/scrape';
const DEPRECATION = { deprecation: 'true' };

export function extractRoutes(dependencies: ExtractRouteDependencies): Pick<Routes, 'startExtract' | 'getExtract'> {
  const { engine, access, guardFor, abilities } = dependencies;
  const { timeout: pageTimeout = 0 } = contractDefaults('ScrapeOptions');
  return {
    async startExtract({ team, payer, body, signal }) {
      if (!access) throw new Refusal('deprecated_unavailable', NO_MODEL, { replacement: REPLACEMENT });
      if (body.scrapeOptions?.lockdown && !access.isLocal) throw new Refusal('forbidden', LOCKED);
      refuseUnknownPatterns(body.urls ?? []);
      const guard = await guardFor(team, body.threatProtection ?? body.scrapeOptions?.threatProtection);
      for (const url of body.urls ?? []) guard.checkUrl(withScheme(url));
      refuseImpossible(body.scrapeOptions ?? {}, pageTimeout, abilities);
      if (body.schema) await refuseUnusableSchema(access, body.schema, team, signal);
      const id = await startModelJob(engine, 'extract', payer, body);
      const warnings = [DEPRECATED, ...ignoredOptions(body)];
      const answer = { success: true, id, urlTrace: [], warnings, replacement: REPLACEMENT };
      return new JsonText(JSON.stringify(answer), answer, DEPRECATION);
    },

    async getExtract({ team, path }) {
      const job = await findModelJob(engine, 'extract', team, path.id);
      if (!job) throw new Refusal('not_found', 'Extract job not found');
      return extractAnswer(job);
    },
  };
}

function refuseUnknownPatterns(urls: readonly string[]): void {
  const details = urls.flatMap((url, index) => {
    const fault = urlPatternFault(withScheme(url));
    return fault === undefined ? [] : [custom(['urls', index], `${url} ${fault}. ${PATTERNS}`)];
  });
  if (details.length > 0) throw invalidRequest('startExtract', details);
}

const PATTERNS =
  'A path may have `*` for characters of one part, and `**` for any number of parts, as in `/*/a` and `/docs/**`.';

const NO_MODEL =
  'Extraction is not available on this server: it needs a language model. Start it with `--model-url` and `--model-name`. It is deprecated besides.';

const LOCKED = 'The language model is on another machine, and `lockdown` allows no call to it. Leave `lockdown` out.';

const DEPRECATED = "/v2/extract is deprecated. Use /v2/scrape with formats including a 'json' format object.";

function ignoredOptions({
  allowExternalLinks,
  urlTrace,
  agent,
}: Pick<ExtractRequest, 'allowExternalLinks' | 'urlTrace' | 'agent'>): string[] {
  const ignoredEntries = Object.entries({ allowExternalLinks, urlTrace, agent }).filter(([, value]) => value);
  return ignoredEntries.length === 0
    ? []
    : [`This server ignores ${ignoredEntries.map(([name]) => `\`${name}\``).join(', ')}.`];
}

export function extractAnswer(job: ModelJob<'extract'>): ExtractJob {
  const { request, result, error, credits, tokens, expiresAt } = job;
  const answer = {
    success: true,
    status: modelJobStatus(job),
    ...(result && { data: result.data }),
    ...(result && request.showSources && { sources: result.sources }),
    ...(result && result.warnings.length > 0 && { warning: result.warnings.join(' ') }),
    ...(error !== undefined && { error }),
    expiresAt: new Date(expiresAt).toISOString(),
    creditsUsed: credits,
    tokensUsed: tokens,
  };
  return answer;
}
