#!/usr/bin/env node
import { useEnvironmentProxy } from '@trawl/base/environment-proxy';
import { runMcp } from './mcp/program.js';

useEnvironmentProxy();
process.exitCode = await runMcp(process.argv.slice(2), process.env);
