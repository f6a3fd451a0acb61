// Finds a pooler between us and PostgreSQL that hands a connection's transactions to different
// server processes (pgbouncer in transaction or statement mode). Prepared statements, session
// settings, `listen` and session locks would be lost or leak there (F57), so the node refuses to
// start; session mode keeps them.

import type pg from 'pg';
import { streamOf } from './client-stream.ts';
import { connectClient } from './connect.ts';

/**
 * Which of two connections asks next: irregular, so that a pooler that takes its servers in turns
 * is found as well.
 */
const turns = [0, 1, 0, 0, 1, 1, 0, 1] as const;

const backendPid = 'select pg_backend_pid() as pid';

/**
 * Where this process has found no pooler. It is asked when something begins there, not again and
 * again: to ask takes two connections.
 */
const direct = new Set<string>();

/**
 * Why we must not work through what is at `url`, or null. Two connections of one pooled server
 * process cannot both be ours alone.
 */
export async function findPooledTransactions(url: string): Promise<string | null> {
  if (direct.has(url)) return null;
  const clients = await Promise.all([connectProbe(url), connectProbe(url)]);
  try {
    const served = await askInTurns(clients);
    const keepsOne = served.every((pids) => pids.size === 1);
    const isShared = [...served[0]].some((pid) => served[1].has(pid));
    if (!keepsOne || isShared) return transactionsPooled;
    direct.add(url);
    return null;
  } finally {
    for (const client of clients) await client.end().catch(() => streamOf(client).destroy());
  }
}

const connectProbe = (url: string): Promise<pg.Client> =>
  connectClient(url, { purpose: 'statement', name: 'jokko pooler check' });

const transactionsPooled =
  'DATABASE_URL leads to a pooler that gives each transaction another connection to PostgreSQL ' +
  '(pgbouncer with pool_mode = transaction or statement): prepared statements, notifications and ' +
  'locks need one connection for a whole session; set pool_mode = session for this database, ' +
  'or connect to PostgreSQL directly';

/** The processes of the server that served each connection. */
async function askInTurns(
  clients: readonly [pg.Client, pg.Client],
): Promise<[Set<number>, Set<number>]> {
  const served: [Set<number>, Set<number>] = [new Set(), new Set()];
  const ask = async (turn: 0 | 1): Promise<void> => {
    const { rows } = await clients[turn].query<{ pid: number }>(backendPid);
    served[turn].add(rows[0]!.pid);
  };
  for (const turn of turns) await ask(turn);
  return served;
}
