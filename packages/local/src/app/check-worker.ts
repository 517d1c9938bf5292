import { serve } from '@trawl/convert/workers';
import { isReadable } from '../contract/stored-json.js';
import { checkSnapshotFile } from '../store/sqlite/check-database.js';
import type { CheckReport } from '../store/storage.js';
import type { CheckWork } from './snapshot-check.js';

serve<CheckWork, CheckReport>(({ file }) => checkSnapshotFile(file, isReadable));
