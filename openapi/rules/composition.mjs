/** @import { Rule } from './contract.mjs' */

/** @type {Rule} */
export const inlineObjects = function* ({ schemas }) {
  for (const { path, schema, top, condition } of schemas) {
    if (top || condition || !schema.properties) continue;
    yield { path, message: 'Give the object a name: move it to components/schemas and put a `$ref` here.' };
  }
};

/** @type {Rule} */
export const discriminators = function* ({ schemas }) {
  for (const { path, schema } of schemas) {
    if (!schema.discriminator) continue;
    const message =
      'Remove `discriminator` and give each member `type: { const: … }`, which tells them apart and narrows in TypeScript.';
    yield { path: [...path, 'discriminator'], message };
  }
};
