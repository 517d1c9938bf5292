#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { useEnvironmentProxy } from './program/environment-proxy.js';
import { run } from './program/program.js';

const args = process.argv.slice(2);

// Most comparisons end within half a second, and V8 would spend as much processor time on optimizing code that is hardly
// used after that. A history takes longer.
const isLong = args[0] === 'history' || args[0] === 'changelog';
if (!isLong) setFlagsFromString('--no-opt');

useEnvironmentProxy(process.env);
process.exitCode = await run(args);
