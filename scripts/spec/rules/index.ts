import { choice } from './choice.js';
import { contains } from './contains.js';
import { defaultValue } from './default-value.js';
import { dependentRequired } from './dependent-required.js';
import { discriminator } from './discriminator.js';
import { errorStatus } from './error-status.js';
import { evidence } from './evidence.js';
import { headerPresence } from './header-presence.js';
import { keyless } from './keyless.js';
import { lifetime } from './lifetime.js';
import { multipleOf } from './multiple-of.js';
import { negated } from './negated.js';
import { oneWayField } from './one-way-field.js';
import { openSet } from './open-set.js';
import { openedAnswer } from './opened-answer.js';
import { operationName } from './operation-name.js';
import { pathName } from './path-name.js';
import { repeatSafety } from './repeat-safety.js';
import { requestBody } from './request-body.js';
import { requestField } from './request-field.js';
import type { Rule } from './rule.js';
import { saidByPart } from './said-by-part.js';
import { schemaEntries } from './schema-entries.js';
import { serialization } from './serialization.js';
import { wholeSchema } from './whole-schema.js';

/** In this order: the first that has something to say about a difference is heard. */
export const RULES: readonly Rule[] = [
  saidByPart,
  choice,
  negated,
  contains,
  multipleOf,
  dependentRequired,
  schemaEntries,
  wholeSchema,
  requestField,
  requestBody,
  defaultValue,
  discriminator,
  errorStatus,
  headerPresence,
  openedAnswer,
  openSet,
  oneWayField,
  operationName,
  pathName,
  keyless,
  repeatSafety,
  serialization,
  lifetime,
  evidence,
];
