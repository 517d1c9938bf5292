export { type Migration, migrate, type Remark } from './migrate.js';
