import { openDatabase } from '../../src/store/sqlite/sqlite.js';

// Writes until it is killed, and says after each transaction how many there were.
const database = openDatabase(process.argv[2]);
database.execute('create table a (n); create table b (n)');
for (let count = 1; ; count++) {
  database.transaction(() => {
    database.run('insert into a values (?)', count);
    database.run('insert into b values (?)', count);
  });
  console.log(count);
}
