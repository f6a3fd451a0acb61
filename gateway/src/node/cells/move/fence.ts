// Closes the database that a cell leaves, so that nobody of ours can write it any more, and opens
// it again where the move is given up. The server itself keeps it closed: by default its sessions
// may only read, and no connection of Jokko goes on with such a one (platform/db/connect.ts).

import { environment } from '../../../platform/environment.ts';
import { literal, type PlainConnection } from '../../../platform/db/plain-connection.ts';

const nameOf = async (old: PlainConnection): Promise<string> =>
  (await old.query<{ name: string }>('select quote_ident(current_database()) as name'))[0]!.name;

/**
 * Everybody of ours who is connected; others, such as an administrator or the sender of changes,
 * stay.
 */
const terminate = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usename = current_user
    and backend_type = 'client backend'`;
const lookEveryMs = 20;

/** New sessions cannot write from then on. `token` names this closing. */
export async function closeDatabase(old: PlainConnection, token: string): Promise<void> {
  const name = await nameOf(old);
  await old.transaction(async () => {
    await old.query('update installation set fence = $1, fenced_at = null', [token]);
    await old.query(`alter database ${name} set default_transaction_read_only = on`);
  });
}

/** Ends the sessions from before, until there are none; they had their time to go by themselves. */
export async function endSessions(old: PlainConnection): Promise<void> {
  while ((await old.query(terminate)).length > 0) await environment.sleep(lookEveryMs);
}

/** Whether any session could still write. */
export const hasSessions = async (old: PlainConnection): Promise<boolean> =>
  (await old.query(terminate)).length > 0;

/** The last change of all: where it has arrived, everything has. */
export async function writeLastChange(old: PlainConnection, token: string): Promise<void> {
  await old.query('update installation set fenced_at = now() where fence = $1', [token]);
}

export async function lastChangeArrived(fresh: PlainConnection, token: string): Promise<boolean> {
  const text = `select from installation where fence = ${literal(token)} and fenced_at is not null`;
  return (await fresh.query(text)).length > 0;
}

/** The closing under which it is closed; null: it is open. */
export const readFence = async (old: PlainConnection): Promise<string | null> =>
  (await old.query<{ fence: string | null }>('select fence from installation'))[0]!.fence;

/** Opens it again where it is this closing that is given up, and answers whether it was. */
export async function openDatabaseAgain(old: PlainConnection, token: string): Promise<boolean> {
  const name = await nameOf(old);
  return old.transaction(async () => {
    const opened = await old.query(
      'update installation set fence = null, fenced_at = null where fence = $1 returning cell',
      [token],
    );
    if (opened.length === 0) return false;
    await old.query(`alter database ${name} reset default_transaction_read_only`);
    return true;
  });
}

const settle = `
  update installation set fence = null, fenced_at = null,
    moved_from = array_append(moved_from, $2),
    home = format('%s/%s', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database()))
  where fence = $1`;

/**
 * The new database is the cell's from now on, and knows where it comes from
 * (platform/high-water-mark).
 */
export async function settleMoved(
  fresh: PlainConnection,
  token: string,
  systemIdentifier: string,
): Promise<void> {
  await fresh.query(settle, [token, systemIdentifier]);
}

/** The identifier of the cluster, as it names itself. */
export const systemIdentifierOf = async (connection: PlainConnection): Promise<string> =>
  (
    await connection.query<{ id: string }>(
      'select system_identifier::text as id from pg_control_system()',
    )
  )[0]!.id;
