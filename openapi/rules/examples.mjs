import { entries } from './contract.mjs';

/** @import { Rule } from './contract.mjs' */

const HAS_EXAMPLES = /json|multipart/;

/** @type {Rule} */
export const examples = function* ({ media }) {
  for (const { path, type, role, node } of media) {
    if (role === 'failure' || !HAS_EXAMPLES.test(type) || entries(node.examples).length) continue;
    yield { path, message: `Show the ${role} in full, taken from realistic use, under \`examples\`.` };
  }
};
