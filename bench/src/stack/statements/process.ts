// Preloaded into a gateway (`node --import`) whose statements are to be told apart in PostgreSQL's
// statistics: behind the first word of each text stands the name under which the gateway prepares
// it. The gateway itself sends texts alone, and pg_stat_statements keeps no names.

import pg from 'pg';

interface Prepared {
  name: string;
  text: string;
}
const connection = pg.Connection.prototype as unknown as { parse(prepared: Prepared): void };
const parse = connection.parse;

connection.parse = function (prepared) {
  const { name, text } = prepared;
  // The server forgets comments before the first word.
  parse.call(this, { ...prepared, text: text.replace(/^\s*(\(|\w+)/, `$1 /* ${name} */`) });
};
