import { inflateRawSync } from 'node:zlib';
import { canParseUrl } from '@trawl/base/can-parse-url';
import { isObject } from '../../base/is-object.js';
import type { IsReadable } from '../storage.js';
import type { Database, Value } from './database.js';

export interface Column {
  readonly name: string;
  /** The declared type, in lower case. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The integer key of the rows; undefined for a table without one. */
  readonly key: string | undefined;
}

/** No compressed page or document of this server is larger. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Numbers are times, sizes and counts. The range is that of the times that a response can show. */
const NUMBER_RANGE = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')] as const;

/**
 * Finds a column with an invalid value in the rows that the condition selects. The declared type says what is valid: the
 * types of SQLite, `json text` and `json blob` for JSON objects, `packed blob` for data compressed by zlib, `packed json blob` for
 * a JSON object compressed by it, and `url text`.
 */
export function invalidColumn(
  database: Database,
  table: Table,
  isReadable: IsReadable,
  condition: string,
  values: readonly Value[],
): string | undefined {
  const { name, columns, key } = table;
  const unfit = columns.map((column) => `when ${invalidValueSql(column)} then '${column.name}'`).join(' ');
  const found = database.get<{ column: string }>(
    `select column from (select case ${unfit} end as column from main.${quoteName(name)} where ${condition})
     where column is not null limit 1`,
    ...values,
  );
  if (found) return found.column;
  const read = columns.filter(({ type }) => type.includes(' '));
  // Responses use no data of tables without a key.
  if (key === undefined || read.length === 0) return undefined;
  const keys = `select ${quoteName(key)} as key from main.${quoteName(name)} where ${condition}`;
  const row = `select ${read.map((column) => quoteName(column.name))} from main.${quoteName(name)} where ${quoteName(key)} = ?`;
  for (const { key } of database.all<{ key: number | bigint }>(keys, ...values)) {
    // Reads one row at a time, because each may be large.
    const stored = database.get<Record<string, Value>>(row, key) ?? {};
    const invalid = read.find(
      (column) => !isValidValue(column, stored[column.name], (json) => isReadable(name, column.name, json)),
    );
    if (invalid) return invalid.name;
  }
  return undefined;
}

/** An SQL condition that is true for a value that is not of the type of its column. */
function invalidValueSql({ name, type }: Column): string {
  const column = quoteName(name);
  const isOutOfRange = `coalesce(${column} not between ${NUMBER_RANGE[0]} and ${NUMBER_RANGE[1]}, false)`;
  if (type === 'integer') return `typeof(${column}) not in ('integer', 'null') or ${isOutOfRange}`;
  if (type === 'real') return `typeof(${column}) not in ('integer', 'real', 'null') or ${isOutOfRange}`;
  const storage = type.split(' ').at(-1);
  const isOtherType = `typeof(${column}) not in ('${storage}', 'null')`;
  if (!type.startsWith('json ')) return isOtherType;
  const json = `cast(${column} as text)`;
  return `${isOtherType} or iif(json_valid(${json}), json_type(${json}) <> 'object', ${column} is not null)`;
}

function isValidValue({ type }: Column, value: Value | undefined, isReadable: (json: unknown) => boolean): boolean {
  if (typeof value === 'string') return type === 'url text' ? canParseUrl(value) : isReadable(JSON.parse(value));
  if (!(value instanceof Uint8Array)) return true;
  if (type === 'json blob') return isReadable(JSON.parse(new TextDecoder().decode(value)));
  try {
    const unpacked = inflateRawSync(value, { maxOutputLength: MAX_UNPACKED_BYTES });
    if (type !== 'packed json blob') return true;
    const json: unknown = JSON.parse(unpacked.toString('utf8'));
    return isObject(json) && isReadable(json);
  } catch {
    return false;
  }
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
