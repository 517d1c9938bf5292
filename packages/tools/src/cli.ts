#!/usr/bin/env node
import { runMcp } from './mcp/program.js';

process.exitCode = await runMcp(process.argv.slice(2), process.env);
