import { Ajv2020 } from 'ajv/dist/2020.js';
import { pointerOf } from '../walk.mjs';

/** @import { Rule } from './contract.mjs' */

const DEFAULTS = ['default', 'x-default-in-lockdown'];
const CONTRACT = 'contract';

/** @type {Rule} */
export const defaults = function* ({ document, schemas }) {
  // Formats are left out: no default of the service depends on one.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema(document, CONTRACT);
  for (const { path, schema } of schemas) {
    for (const keyword of DEFAULTS) {
      if (!(keyword in schema)) continue;
      const validate = ajv.compile({ $ref: `${CONTRACT}${encodeURI(pointerOf(path))}` });
      if (validate(schema[keyword])) continue;
      const message = `Mend \`${keyword}\` or its schema: ${ajv.errorsText(validate.errors, { dataVar: keyword })}.`;
      yield { path: [...path, keyword], message };
    }
  }
};
