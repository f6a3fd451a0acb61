// Says what keeps a cell from being moved before anything is begun: rights, settings, a database
// that is used already.

import type { PlainConnection } from '../../../platform/db/plain-connection.ts';

/** Servers that were copied have the same identifier, but did not start at the same time. */
const server = `(select system_identifier from pg_control_system()) || ' ' ||
  pg_postmaster_start_time() as server`;
const selectOld = `
  select ${server}, current_setting('wal_level') as "walLevel",
    current_setting('server_version_num')::integer / 10000 as version,
    (select rolreplication or rolsuper from pg_roles where rolname = current_user)
      as "mayReplicate",
    (select pg_get_userbyid(datdba) = current_user or (select rolsuper from pg_roles
      where rolname = current_user)
      from pg_database where datname = current_database()) as "isOwner",
    exists (select from archive_period where state = 'detached') as "isArchiving"`;
const selectFresh = `
  select ${server}, current_setting('server_version_num')::integer / 10000 as version,
    (select rolsuper from pg_roles where rolname = current_user) as superuser,
    exists (select from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p')) as used`;
const selectMember = `select pg_has_role(current_user, 'pg_create_subscription',
  'member') as "maySubscribe"`;

interface Old {
  server: string;
  walLevel: string;
  version: number;
  mayReplicate: boolean;
  isOwner: boolean;
  isArchiving: boolean;
}

/** The first server version with a role for subscriptions. */
const subscriptionRoleSince = 16;

/** Null: nothing does. `fresh` must be an empty database. */
export async function findHindrance(
  old: PlainConnection,
  fresh: PlainConnection,
): Promise<string | null> {
  const [from] = await old.query<Old>(selectOld);
  const [to] = await fresh.query<{
    server: string;
    version: number;
    superuser: boolean;
    used: boolean;
  }>(selectFresh);
  if (to!.used) return 'the new database is not empty';
  if (to!.server === from!.server) return 'the new database is on the same PostgreSQL server';
  if (to!.version < from!.version)
    return `the new server runs PostgreSQL ${to!.version}, the old one ${from!.version}`;
  if (from!.walLevel !== 'logical')
    return `the old server runs with wal_level = ${from!.walLevel}: logical is needed, which takes a restart`;
  if (!from!.mayReplicate)
    return 'the role in the old database may not replicate: alter role … replication';
  if (!from!.isOwner) return 'the role does not own the old database';
  if (from!.isArchiving) return 'an archive of the cell is under way: finish it first';
  return to!.superuser ? null : hindranceOfRole(fresh, to!.version);
}

async function hindranceOfRole(fresh: PlainConnection, version: number): Promise<string | null> {
  if (version < subscriptionRoleSince)
    return `subscriptions in PostgreSQL ${version} take a superuser`;
  const [role] = await fresh.query<{ maySubscribe: boolean }>(selectMember);
  if (!role!.maySubscribe)
    return 'the role in the new database may not subscribe: grant pg_create_subscription to it';
  const [right] = await fresh.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'create') as may`,
  );
  return right!.may ? null : 'the role may not create in the new database';
}
