import { expect, it } from 'vitest';
import { withUsedImports } from './used-imports.js';

it('leaves out the imports that nothing in a declaration names', () => {
  const declarations = `import { IncomingMessage } from "node:http";
import { operations, webhooks as webhooks$1, Unused } from "@trawl/client";
export interface Server { readonly calls: operations; readonly events: webhooks$1; }
`;
  expect(withUsedImports(declarations)).toBe(`import { operations, webhooks as webhooks$1 } from "@trawl/client";
export interface Server { readonly calls: operations; readonly events: webhooks$1; }
`);
});
