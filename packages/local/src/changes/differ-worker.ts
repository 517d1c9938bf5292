import { serve } from '@trawl/convert/workers';
import type { CompareWork } from './differ.js';
import { type Changes, changesBetween } from './version.js';

serve<CompareWork, Changes>(async ({ before, after, wanted }) =>
  changesBetween(JSON.parse(before), JSON.parse(after), wanted),
);
