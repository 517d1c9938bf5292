import { defineConfig } from 'tsdown';
import { latestCompiler, tidyDeclarations } from '../../scripts/declarations.js';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    ai: 'src/ai.ts',
    mcp: 'src/mcp.ts',
    program: 'src/mcp/program.ts',
    cli: 'src/cli.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: ['src/index.ts', 'src/ai.ts', 'src/mcp.ts', 'src/mcp/program.ts'], ...latestCompiler },
  tsconfig: 'tsconfig.src.json',
  hooks: { 'build:done': tidyDeclarations },
  fixedExtension: false,
});
