/** A tool of others, and what is known to be wrong in what it makes of the contract. */
export interface Tool {
  /** The name of its file in `tools/`. */
  readonly name: string;
  /** The errors of the compiler in what it generates, as long as theirs is the fault. */
  readonly known?: readonly KnownFault[];
}

interface KnownFault {
  /** The generated file. */
  readonly file: string;
  readonly code: string;
}

export const TOOLS: readonly Tool[] = [
  { name: 'swagger-parser' },
  { name: 'scalar' },
  { name: 'readme' },
  // The defaults of a schema with defaults inside it are those of what is sent, and `default` of Zod 4 takes what is parsed.
  { name: 'hey-api', known: [{ file: 'zod.gen.ts', code: 'TS2769' }] },
  {
    name: 'orval',
    known: [
      // Its defaults are constants of type `string[]`, which no list of known values takes.
      { file: 'zod.ts', code: 'TS2769' },
      // A list that has to be empty, and so has no items, becomes `zod.array()`.
      { file: 'zod.ts', code: 'TS2554' },
    ],
  },
  { name: 'kubb' },
  { name: 'swagger-typescript-api' },
  { name: 'openapi-zod-client' },
  { name: 'openapi-to-postman' },
];
