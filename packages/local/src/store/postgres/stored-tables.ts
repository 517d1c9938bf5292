import { DERIVED_TABLES, TABLE_NAMES } from '../table-names.js';

/** The tables of what is stored: those of all databases, and one for positions in the ledger. */
export const STORED_TABLES: readonly string[] = [...TABLE_NAMES, ...DERIVED_TABLES, 'ledger_positions'];

/** The tables that are empty where nothing is stored: also those of the work that nodes have taken, and of the deliveries that they have made. */
export const EMPTIED_TABLES: readonly string[] = [...STORED_TABLES, 'job_slots', 'host_turns', 'delivery_log'];
