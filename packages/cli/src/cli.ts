#!/usr/bin/env node
import { useEnvironmentProxy } from '@trawl/base/environment-proxy';
import { run } from './program/program.js';

useEnvironmentProxy();
process.exitCode = await run(process.argv.slice(2));
