import { entries } from './contract.mjs';

/** @import { Rule } from './contract.mjs' */

/** @type {Record<string, string>} */
const SHARED = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  500: 'ServerError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
  default: 'UnexpectedError',
};

/** @type {Rule} */
export const errorResponses = function* ({ operations }) {
  for (const { path, operation } of operations) {
    const responses = operation.responses ?? {};
    if (!('default' in responses)) {
      const message = `Add \`default: { $ref: '#/components/responses/${SHARED.default}' }\`, for statuses that nobody foresaw.`;
      yield { path: [...path, 'responses'], message };
    }
    for (const [status, response] of entries(responses)) {
      if (/^2\d\d$/.test(status) || (SHARED[status] && response?.$ref === `#/components/responses/${SHARED[status]}`))
        continue;
      const message = SHARED[status]
        ? `Share the failure: \`$ref: '#/components/responses/${SHARED[status]}'\`.`
        : `Remove ${status}, or make a shared response for it and name it in openapi/rules/responses.mjs.`;
      yield { path: [...path, 'responses', status], message };
    }
  }
};
