import { entries } from './contract.mjs';

/** @import { Rule } from './contract.mjs' */

/**
 * The shared responses of each failing status. The first fits every operation; the others have examples of what only some
 * operations can meet.
 * @type {Record<string, string[]>}
 */
const SHARED = {
  400: [
    'BadRequest',
    'BadCode',
    'BadFeedback',
    'BadInteraction',
    'BadJobId',
    'BadJobPage',
    'BadMonitorId',
    'BadMonitorPage',
    'BadMonitorUpdate',
    'BadPage',
    'BadPaper',
    'BadQuery',
    'BadQuestion',
    'BadSearch',
    'BadSearchFeedback',
    'BadSessionOptions',
    'BadUpload',
    'Malformed',
  ],
  401: ['Unauthorized'],
  402: ['PaymentRequired'],
  403: ['Forbidden', 'NotYours'],
  404: [
    'NotFound',
    'AgentNotFound',
    'CheckNotFound',
    'ExtractNotFound',
    'MonitorNotFound',
    'NoCachedPage',
    'NothingToRate',
    'RouteNotFound',
    'ScrapeNotFound',
    'SessionNotFound',
  ],
  408: ['RequestTimeout'],
  409: [
    'Conflict',
    'AgentAlreadyEnded',
    'AlreadyEnded',
    'BatchAlreadyEnded',
    'CheckRunning',
    'IdempotencyKeyUsed',
    'SessionBusy',
  ],
  410: ['Gone'],
  413: ['PayloadTooLarge'],
  429: ['TooManyRequests'],
  500: ['ServerError', 'UnreadablePage'],
  502: ['BadGateway', 'SessionFailed'],
  503: ['ServiceUnavailable', 'BrowserUnavailable', 'SupportUnavailable'],
  504: ['GatewayTimeout', 'SupportTimeout'],
  default: ['UnexpectedError'],
};

const refer = (/** @type {string | undefined} */ name) => `$ref: '#/components/responses/${name}'`;

/** @type {Rule} */
export const errorResponses = function* ({ operations }) {
  for (const { path, operation } of operations) {
    const responses = operation.responses ?? {};
    if (!('default' in responses)) {
      const message = `Add \`default: { ${refer(SHARED.default?.[0])} }\`, for statuses that nobody foresaw.`;
      yield { path: [...path, 'responses'], message };
    }
    for (const [status, response] of entries(responses)) {
      const names = SHARED[status];
      if (/^2\d\d$/.test(status) || names?.some((name) => response?.$ref === `#/components/responses/${name}`))
        continue;
      const message = names
        ? `Share the failure: \`${refer(names[0])}\`${names.length > 1 ? `, or another of ${status} in openapi/rules/responses.mjs` : ''}.`
        : `Remove ${status}, or make a shared response for it and name it in openapi/rules/responses.mjs.`;
      yield { path: [...path, 'responses', status], message };
    }
  }
};
