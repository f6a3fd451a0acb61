// Fixture of the delivery tests: a database with an account, an app and a node; accepted and paid
// batches; and a delivery on scripted carrier connections whose rounds the test drives.

import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsReceipt } from '@jokko/connectors/kit';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import type { TestDatabase } from '../../../node/doctor/testing/postgres.ts';
import type { CallbackWrite } from '../../../payments/callbacks/index.ts';
import type { RoutingDocument } from '../../routing/document.ts';
import { testRouting } from '../../routing/testing.ts';
import { refundMask, type RefundableState, type Routing } from '../../routing/index.ts';
import { startSmsDelivery, type SmsDelivery } from '../index.ts';
import { createScriptedOperator, type ScriptedOperator } from './scripted-connector.ts';

/** Ten-thousandths; the price of a part. */
export const partPrice = 100_000n;
const startBalance = 10_000_000_000n;
const waitMaxMs = 60_000;

export interface Fixture {
  db: TestDatabase;
  operator: ScriptedOperator;
  routing: Routing;
  delivery: SmsDelivery;
  /** Callbacks handed to this node. */
  callbacks: CallbackWrite[];
  /** What was logged as a warning. */
  warnings: string[];
  leaseHeld: boolean;
  /** Added to the real time that delivery sees pass, ms. */
  uptimeAheadMs: number;
  close(): Promise<void>;
}

/** Tables of one account, of the nodes, and of the app that inbound messages to 38000 are for. */
export async function layTables(db: TestDatabase, nodes = [7]): Promise<void> {
  clockAheadMs.set(db, 0);
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '');
    insert into balance (account_id, currency, available, held) values (1, 'XOF', ${startBalance}, 0), (2, 'XOF', ${startBalance}, 0);
    insert into sms_app (account_id, name, key_hash, last_four, inbound_url) values (1, 'app', '\\x01', '0001', 'https://app.example/in')`);
  await registerNodes(db, ...nodes);
}

/** How far each database's clock has been moved. */
const clockAheadMs = new WeakMap<TestDatabase, number>();

/** Moves the clock by which everything is due. */
export async function advanceClock(db: TestDatabase, hours: number): Promise<void> {
  clockAheadMs.set(db, (clockAheadMs.get(db) ?? 0) + hours * 3_600_000);
  await db.sql(`update installation set clock_offset = clock_offset + interval '${hours} hours'`);
}

/** Ends a node's lease: it is dead to the others. */
export const endLease = (db: TestDatabase, node: number): Promise<void> =>
  db.sql(`update node set lease_until = now() - interval '1 second' where incarnation = ${node}`);

/** The connection as its connector is told it. */
export const connection = (name: string, config: { [field: string]: unknown } = {}) => ({
  name,
  connector: 'scripted',
  config: { name, ...config },
});

export function scriptedRouting({
  links = [connection('A')],
  ...changes
}: Partial<RoutingDocument> = {}): Routing {
  // The connector that documents of tests know stands in for ours.
  const wired = links.map(({ name }) => ({
    name,
    connector: 'wire',
    config: { host: 'h', port: 1 },
  }));
  const routing = testRouting({ ...changes, links: wired });
  return {
    ...routing,
    connections: links.map((each) => ({
      ...each,
      config: each.config as { [field: string]: unknown },
    })),
  };
}

/** Connections A and B, in this order. */
export const twoConnections = (changes: Partial<RoutingDocument> = {}) =>
  scriptedRouting({
    links: [connection('A'), connection('B')],
    routes: [
      {
        country: 'SN',
        links: [
          { name: 'A', priority: 1 },
          { name: 'B', priority: 2 },
        ],
      },
    ],
    ...changes,
  });

export interface FixtureOptions {
  node?: number;
  operator?: ScriptedOperator;
  routing?: Routing;
}

export async function startFixture(
  db: TestDatabase,
  {
    node = 7,
    operator = createScriptedOperator(),
    routing = scriptedRouting(),
  }: FixtureOptions = {},
): Promise<Fixture> {
  await registerNodes(db, node);
  let ids = node * 1_000_000_000_000;
  const callbacks: CallbackWrite[] = [];
  const warnings: string[] = [];
  const fixture: Fixture = {
    db,
    operator,
    routing,
    callbacks,
    warnings,
    leaseHeld: true,
    uptimeAheadMs: 0,
    delivery: startSmsDelivery({
      database: db.database,
      node,
      mark: () => ({ nodeId: `node ${node}`, mark: 0 }),
      holdsLease: () => fixture.leaseHeld,
      routing: () => fixture.routing,
      now: () => Date.now() + clockAheadMs.get(db)!,
      uptime: () => performance.now() + fixture.uptimeAheadMs,
      connectorOf: (name) => (name === 'scripted' ? operator.connector : undefined),
      http: () => Promise.reject(new Error('no network here')),
      partDays: 30,
      noticeKey: Buffer.from('notices'),
      publicUrl: 'https://gateway.example',
      log: (level, message, details) =>
        void (level === 'info' || warnings.push(`${message} ${JSON.stringify(details ?? {})}`)),
      nextId: () => Promise.resolve(String(++ids)),
      leaseOwner: () => null,
      onCallbacks: (written) => void callbacks.push(...written),
    }),
    close: () => fixture.delivery.close(),
  };
  await fixture.delivery.rounds.binds();
  return fixture;
}

export interface TestBatch {
  id?: number;
  account?: number;
  recipients?: number;
  content?: string;
  parts?: number;
  encoding?: 'gsm7' | 'ucs2';
  connection?: string;
  /** From now, in seconds. */
  validSec?: number;
  dueSec?: number;
  /** Final states that give the price back. */
  refund?: RefundableState[];
}

/**
 * Stores accepted batches (one, where none is described), paid from their accounts' balances.
 * Numbers are 221770000000 and the following.
 */
export const accept = ({ sql }: TestDatabase, ...batches: TestBatch[]): Promise<void> =>
  sql((batches.length === 0 ? [{}] : batches).map(acceptanceOf).join('; '));

function acceptanceOf(batch: TestBatch): string {
  const {
    id = 1,
    account = 1,
    recipients = 1,
    content = 'hello',
    parts = 1,
    encoding = 'gsm7',
    connection: on = 'A',
    validSec = 3_600,
    dueSec = -1,
    refund = ['REJECTED'],
  } = batch;
  const price = partPrice * BigInt(parts);
  const charged = price * BigInt(recipients);
  return `
    insert into sms_batch (account_id, id, app_id, sender, content, encoding, parts, recipients,
      currencies, charged, created_at, valid_until, finalise_at)
      values (${account}, ${id}, 1, 'Jokko', '${content}', '${encoding}', ${parts}, ${recipients},
        '{XOF}', '{${charged}}', jokko_now(),
        jokko_now() + interval '${validSec} seconds',
          jokko_now() + interval '${validSec + 86_400} seconds');
    insert into sms_message (account_id, batch_id, position, msisdn, country, operator, connection,
      price, currency, refund_states, state, due_at, updated_at)
      select ${account}, ${id}, n, 221770000000 + n, 'SN', 'OPA', '${on}', ${price}, 'XOF',
        ${refundMask(new Set(refund))}, 'ACCEPTED', jokko_now() + interval '${dueSec} seconds',
        jokko_now()
      from generate_series(0, ${recipients - 1}) n;
    update balance set available = available - ${charged}, last_transfer = last_transfer + 1
      where account_id = ${account};
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      sms_batch_id)
      select ${account}, last_transfer, 'charge', 'available', 'sms:SN', ${charged}, 'XOF',
        available, ${id} from balance where account_id = ${account}`;
}

export interface MessageRow {
  batch: number;
  position: number;
  state: string;
  reason: string | null;
  connection: string;
  refunded: boolean;
  attempts: number;
  partIds: (string | null)[] | null;
  partsDelivered: number;
  isDue: boolean;
  isClaimed: boolean;
}

export function messages(db: TestDatabase): Promise<MessageRow[]> {
  return db.database.query<MessageRow>({
    name: 'test_messages',
    text: `select batch_id::float8 as batch, position, state, reason, connection, refunded,
      attempts, part_ids as "partIds", parts_delivered as "partsDelivered",
      due_at is not null as "isDue", lease_id is not null as "isClaimed" from sms_message
        order by batch_id, position`,
  });
}

/** Counts by state and reason: `SENT 3`, `REJECTED bad_number 1`. */
export async function states(db: TestDatabase): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { state, reason } of await messages(db)) {
    const name = reason === null ? state : `${state} ${reason}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} ${count}`).toSorted();
}

/**
 * What is missing from the balance of an account, in prices of a part; throws unless transfers and
 * balance agree.
 */
export async function spent(db: TestDatabase, account = 1): Promise<number> {
  const [row] = await db.database.query<{
    available: bigint;
    moved: bigint;
    refunded: bigint;
    reversed: bigint;
  }>(
    {
      name: 'test_spent',
      text: `select b.available,
        (select coalesce(sum(case verb when 'charge' then amount when 'reverse' then -amount end),
          0)::bigint from transfer where account_id = $1) as moved,
        (select coalesce(sum(price), 0)::bigint from sms_message where account_id = $1
          and refunded) as refunded,
        (select coalesce(sum(amount), 0)::bigint from transfer where account_id = $1
          and verb = 'reverse') as reversed
      from balance b where b.account_id = $1`,
    },
    [account],
  );
  const { available, moved, refunded, reversed } = row!;
  if (startBalance - available !== moved)
    throw new Error(`balance says ${startBalance - available}, transfers say ${moved}`);
  if (refunded !== reversed)
    throw new Error(`messages say ${refunded} was given back, transfers say ${reversed}`);
  return Number(moved / partPrice);
}

/** Waits until it holds, driving nothing. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitMaxMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`still not so: ${what}`);
    await sleep(10);
  }
}

export async function untilStates(db: TestDatabase, expected: string[]): Promise<void> {
  let seen: string[] = [];
  await until(
    expected.join(', '),
    async () => (seen = await states(db)).join() === expected.toSorted().join(),
  ).catch(() => {
    throw new Error(`expected ${expected.join(', ')}; there are ${seen.join(', ')}`);
  });
}

export const receipt = (
  id: string,
  state: SmsReceipt['state'] = 'delivered',
  more: Partial<SmsReceipt> = {},
): SmsReceipt => ({
  id,
  alternatives: [],
  state,
  errorCode: null,
  msisdn: null,
  ...more,
});
