/** @import { Rule } from './contract.mjs' */

/** @type {Rule} */
export const descriptions = function* (contract) {
  const { operations, webhooks, schemas, parts } = contract;
  const described = [
    ...[...operations, ...webhooks].map(({ path }) => ({ path, what: 'the operation' })),
    ...parts.map(({ path, kind, node }) => ({ path, what: `the ${kind}${node.name ? ` "${node.name}"` : ''}` })),
    ...schemas.filter(({ top }) => top).map(({ path, component }) => ({ path, what: `the schema ${component}` })),
    ...schemas
      .filter(({ property, condition }) => property !== undefined && !condition)
      .map(({ path, property }) => ({ path, what: `the property "${property}"` })),
  ];
  for (const { path, what } of described) {
    const texts = [contract.at(path), contract.at(contract.follow(path) ?? path)].map(({ description }) => description);
    if (!texts.some((text) => text?.trim()))
      yield { path, message: `Describe ${what}, for a reader who does not know the service.` };
  }
};
