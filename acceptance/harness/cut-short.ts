// Tells from a program's words whether it had no answer of the database in time, as on a machine
// that stands still for seconds: the server ends a transaction that waits for more than 3 s, or no
// connection came. Nothing of it is stored; a commit is waited for whatever it takes.

const words = new RegExp(
  [
    'terminating connection due to idle-in-transaction timeout',
    'canceling statement due to lock timeout',
    'no answer from the database within',
    'no connection was free within',
    'timeout expired',
    'Query read timeout',
    'Connection terminated',
    'Client (has encountered a connection error|was closed)',
  ].join('|'),
);

export const wasCutShort = (said: string): boolean => words.test(said);
