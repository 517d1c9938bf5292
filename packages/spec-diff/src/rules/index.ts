import { contains } from './contains.js';
import { defaultValue } from './default-value.js';
import { dependentRequired } from './dependent-required.js';
import { discriminator } from './discriminator.js';
import { enumAdded, enumRemoved } from './enum-values.js';
import { errorStatus } from './error-status.js';
import { evidence } from './evidence.js';
import { exportedType } from './exported-type.js';
import { answerField, requestField } from './field.js';
import { headerPresence } from './header-presence.js';
import { lifetime } from './lifetime.js';
import { multipleOf } from './multiple-of.js';
import { negated } from './negated.js';
import { oneWayField } from './one-way-field.js';
import { openSet } from './open-set.js';
import { openedAnswer } from './opened-answer.js';
import { operationName } from './operation-name.js';
import { parameterRemoved, parameterRequired, serialization } from './parameter.js';
import { partContentType } from './part-content-type.js';
import { pathName } from './path-name.js';
import { removals } from './removals.js';
import { repeatSafety } from './repeat-safety.js';
import { requestBody, requestBodyRequired } from './request-body.js';
import { requiredAdded, requiredRemoved } from './required.js';
import type { Rule } from './rule.js';
import { schemaEntries } from './schema-entries.js';
import { combinator, constraint, schemaType, widened } from './schema-values.js';
import { keyless, securityRequirement, securityScheme } from './security.js';
import { wholeSchema } from './whole-schema.js';

/** In this order: the first that has something to say about a difference is heard. */
export const RULES: readonly Rule[] = [
  exportedType,
  negated,
  contains,
  multipleOf,
  dependentRequired,
  schemaEntries,
  wholeSchema,
  requestField,
  answerField,
  requestBody,
  requestBodyRequired,
  defaultValue,
  discriminator,
  errorStatus,
  ...removals,
  parameterRemoved,
  parameterRequired,
  serialization,
  partContentType,
  headerPresence,
  openedAnswer,
  openSet,
  oneWayField,
  operationName,
  pathName,
  keyless,
  securityRequirement,
  securityScheme,
  repeatSafety,
  lifetime,
  evidence,
  requiredAdded,
  requiredRemoved,
  enumRemoved,
  enumAdded,
  schemaType,
  combinator,
  constraint,
  widened,
];
