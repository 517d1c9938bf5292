// Our house rules, which Spectral runs. Redocly owns validity, so nothing of `spectral:oas` is repeated here.

import { requestBounds } from './bounds.mjs';
import { discriminators, inlineObjects } from './composition.mjs';
import { readContract } from './contract.mjs';
import { creditRules } from './credits.mjs';
import { defaults } from './defaults.mjs';
import { descriptions } from './descriptions.mjs';
import { answerObjects, openSets, requestObjects } from './directions.mjs';
import { coherentEvidence, evidence } from './evidence.mjs';
import { examples } from './examples.mjs';
import { expiry, knownExtensions, refusals } from './extensions.mjs';
import { componentNames, fieldNames, operationIds } from './names.mjs';
import { keylessUse, repeatSafety, senders, summaries, tags } from './operations.mjs';
import { errorResponses } from './responses.mjs';
import { samples } from './samples.mjs';

/** @import { RuleDefinition } from '@stoplight/spectral-core' */
/** @import { Rule } from './contract.mjs' */

/**
 * A rule of ours looks at the whole contract as it is written (`resolved: false`), so that it can follow a reference
 * and still name the line to change.
 * @param {string} description
 * @param {Rule} find
 * @returns {RuleDefinition}
 */
const rule = (description, find) => ({
  description,
  message: '{{error}}',
  severity: 'error',
  resolved: false,
  given: '$',
  // biome-ignore lint/suspicious/noThenProperty: Spectral names it so.
  then: {
    function: (document, _options, { document: { source } }) => [...find(readContract(document), source)],
  },
});

export default {
  rules: {
    'operation-ids': rule('An operationId is camelCase and starts with a verb.', operationIds),
    'component-names': rule('Schemas, responses, parameters and examples are named in PascalCase.', componentNames),
    'field-names': rule(
      'Properties and parameters are camelCase, except for what the service spells otherwise.',
      fieldNames,
    ),
    summaries: rule('A summary is a short heading that the description does not repeat.', summaries),
    tags: rule('An operation has exactly one tag.', tags),
    descriptions: rule(
      'Operations, parameters, headers, responses, schemas and properties are described.',
      descriptions,
    ),
    examples: rule('Every request body and every success is shown in full.', examples),
    'request-bounds': rule('What a caller sends has bounds, or the reason why there are none.', requestBounds),
    'request-objects': rule('What a caller sends has no unknown keys.', requestObjects),
    'answer-objects': rule('What the service sends may have more fields than are known.', answerObjects),
    'open-sets': rule('Sets of values are closed in requests and open in answers.', openSets),
    'error-responses': rule('Failures are the shared responses, and there is one for the unforeseen.', errorResponses),
    'inline-objects': rule('Every object has a name.', inlineObjects),
    discriminators: rule('Members of a union are told apart by `const`.', discriminators),
    evidence: rule('Operations, webhooks and schemas say where they are known from.', evidence),
    'coherent-evidence': rule('Marks of evidence do not contradict each other.', coherentEvidence),
    'repeat-safety': rule('Every operation says whether it can be repeated.', repeatSafety),
    'keyless-use': rule('A key is needed everywhere but for search, scrape, interact and parse.', keylessUse),
    senders: rule('Every JSON body takes `origin` and `integration`.', senders),
    samples: rule('Every operation has a sample, and every sample an operation.', samples),
    defaults: rule('A default fits its own schema.', defaults),
    expiry: rule('The lifetime of a signed URL is a number of milliseconds.', expiry),
    refusals: rule('A sentence for a refusal is beside a keyword that it is for.', refusals),
    'credit-rules': rule('Credit rules have the shape that the reference reads.', creditRules),
    'known-extensions': rule('Extensions are the ones that something reads.', knownExtensions),
  },
};
