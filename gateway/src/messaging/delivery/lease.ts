// Leases the messages that a node sends next: those due on a carrier connection, round-robin over
// the accounts, so that a million messages of one account do not delay another's, and fresh ones
// before those that the operator stumbled over. They are SENDING, and listed under the node's
// lease, before the first byte of any leaves (write-ahead).

import type { Session, Statement } from '../../platform/db/database.ts';
import type { MessageKey } from './message.ts';
import type { Reason } from './reasons.ts';

/** Accounts looked at in one lease. */
export const accountsWalkedMax = 64;
/** A lease is a row: its list of messages must fit into a page. */
export const leaseMessagesMax = 250;
/** Attempts are counted no further. */
const attemptsMax = 30_000;

/** A message that this node is to send now. */
export interface LeasedMessage extends MessageKey {
  leaseId: bigint;
  msisdn: string;
  country: string;
  operator: string;
  connection: string;
  reason: Reason | null;
  /** With this one. */
  attempts: number;
  partIds: (string | null)[];
  /** Its recipient wrote STOP, or was put on the list, after it was accepted. */
  optedOut: boolean;
  /** When it had become due. */
  dueAt: Date;
}

const accountsOfConnection = (after: string) => `
        select account_id from sms_message where connection = $1 and due_at is not null
          and account_id > ${after} order by account_id limit 1`;
const isDue = `due_at is not null and due_at <= jokko_now()`;
/**
 * Those of an account that are due, the oldest first; never tried ones and those that the operator
 * stumbled over apart, as in the index.
 */
const firstDue = (deferred: boolean) => `
          select 1 from sms_message m where m.connection = $1 and m.account_id = walk.account_id
            and m.deferred = ${deferred} and m.${isDue}
          order by m.due_at limit 1`;
const dueOf = (deferred: boolean) => `
            select account_id, batch_id, position, due_at, deferred from sms_message m
            where m.connection = $1 and m.account_id = serving.account_id
              and m.deferred = ${deferred} and m.${isDue}
            order by m.due_at, m.batch_id, m.position
            limit ceil($3::integer / (select greatest(count(*), 1) from serving)::float8) for no key
              update skip locked`;

/** Exported for the test of its plan. */
export const leaseStatement: Statement = {
  name: 'claim_sms_messages',
  text: `
    with recursive walk as (
      (select account_id, 1 as place from (${accountsOfConnection('$2::integer')}) first)
      union all
      select next.account_id, walk.place + 1 from walk cross join lateral
        (${accountsOfConnection('walk.account_id')}) next
      where walk.place < ${accountsWalkedMax}
    ), serving as materialized (
      select walk.account_id from walk
      -- Not exists(): the planner could make that a join that reads all that is due.
      cross join lateral (
        select * from ((${firstDue(false)}) union all (${firstDue(true)})) either limit 1
      ) first
      order by walk.account_id limit $3::integer
    ), due as materialized (
      select d.*, row_number() over (partition by d.account_id order by d.deferred, d.due_at,
        d.batch_id, d.position) as turn
      from serving cross join lateral (
        -- The second half is read only where the first does not fill the share.
        select * from ((select * from (${dueOf(false)}) fresh)
          union all (select * from (${dueOf(true)}) repeated)) both_kinds
        limit ceil($3::integer / (select greatest(count(*), 1) from serving)::float8)
      ) d
    ), chosen as materialized (
      select * from (
        select due.*, b.app_id, row_number() over turns as rank,
          sum(b.parts) over turns as parts_so_far
        from due join sms_batch b on b.id = due.batch_id
        window turns as (order by due.deferred, due.turn, due.account_id)
      ) s
      where (parts_so_far <= $3::integer or rank = 1) and rank <= ${leaseMessagesMax}
    ), claim as (
      insert into sms_lease (id, lease_owner, batch_ids, positions)
      select nextval('sms_lease_seq'), $4, array_agg(batch_id order by rank), array_agg(position
        order by rank) from chosen
      where exists (select from node where incarnation = $4 and lease_until > now())
        -- In this very statement, since a restored database may be found before anybody has
        -- compared it.
        and coalesce((select mark from high_water_mark where node_id = $5), 0) >= $6::bigint
        and exists (select from installation where recovery_reason is null
          and not sms_recovery_pending)
      having count(*) > 0
      returning id
    ), marked as (
      update sms_message m set state = 'SENDING', due_at = null, lease_id = claim.id,
        attempts = least(m.attempts + 1, ${attemptsMax}),
        updated_at = jokko_now()
      from claim, chosen c
      where m.batch_id = c.batch_id and m.position = c.position and m.account_id = c.account_id
      returning m.account_id, m.batch_id, m.position, m.lease_id, m.msisdn, m.country, m.operator,
        m.reason, m.attempts, m.part_ids, c.due_at,
        c.rank,
        -- One row by its key: as exists() the planner could read the whole list at once.
        (select true from sms_opt_out o where o.app_id = c.app_id and o.msisdn = m.msisdn
          limit 1) is not null as opted_out
    )
    select w.next_account, marked.* from (
      -- Those that no message was chosen of come after the others, and are first the next time.
      select case when (select count(distinct account_id) from chosen) < (select count(*)
        from serving)
          then coalesce((select max(account_id) from chosen), 0)
        when (select count(*) from serving) >= $3 then (select max(account_id) from serving)
        when (select count(*) from walk) >= ${accountsWalkedMax} then (select max(account_id)
          from walk) else 0 end as next_account
    ) w left join marked on true
    order by marked.rank`,
};

export interface LeaseOrder {
  node: number;
  connection: string;
  /** Accounts above this one have their turn; 0: all. */
  afterAccount: number;
  /** At least one message, else as many as have no more parts than this in all. */
  partsMax: number;
  /**
   * What the database certainly knows of this node: one that knows less was restored, and nothing
   * is sent from it.
   */
  mark: { nodeId: string; mark: number };
}

export interface LeaseResult {
  messages: LeasedMessage[];
  /** Where the next lease goes on; 0: from the beginning. */
  nextAccount: number;
}

interface Row {
  next_account: number;
  account_id: number | null;
  batch_id: bigint;
  position: number;
  lease_id: bigint;
  msisdn: bigint;
  country: string;
  operator: string;
  reason: Reason | null;
  attempts: number;
  part_ids: (string | null)[] | null;
  opted_out: boolean;
  due_at: Date;
}

/** Takes messages of a connection. Nothing is taken once the node's lease is over. */
export async function leaseMessages(
  session: Session,
  { node, connection, afterAccount, partsMax, mark }: LeaseOrder,
): Promise<LeaseResult> {
  const rows = await session.query<Row>(leaseStatement, [
    connection,
    afterAccount,
    partsMax,
    node,
    mark.nodeId,
    mark.mark,
  ]);
  const messages = rows.flatMap((row): LeasedMessage[] =>
    row.account_id === null
      ? []
      : [
          {
            accountId: row.account_id,
            batchId: row.batch_id,
            position: row.position,
            leaseId: row.lease_id,
            msisdn: String(row.msisdn),
            country: row.country,
            operator: row.operator,
            connection,
            reason: row.reason,
            attempts: row.attempts,
            partIds: row.part_ids ?? [],
            optedOut: row.opted_out,
            dueAt: row.due_at,
          },
        ],
  );
  return { messages, nextAccount: rows[0]!.next_account };
}

const waitingOn: Statement = {
  name: 'select_waiting_sms_connections',
  text: `
    select c.connection from unnest($1::text[]) as c (connection)
    -- Not exists(): the planner could make that a join that reads all that is due.
    cross join lateral (select from sms_message m where m.connection = c.connection
      and m.due_at is not null limit 1) first`,
};

/**
 * Those of the connections on which anything waits, be it due yet or not. It costs a twentieth of a
 * lease that finds nothing.
 */
export async function connectionsWaitedFor(
  session: Session,
  connections: readonly string[],
): Promise<Set<string>> {
  const rows = await session.query<{ connection: string }>(waitingOn, [connections]);
  return new Set(rows.map(({ connection }) => connection));
}
