// Builds a small database in which no invariant is broken: two accounts, every state, both
// directions, every way to a refund.

import { blockSize, lowestId } from '../../../platform/db/scattered-ids.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createBook } from './book.ts';
import type { Life, Tables } from './book.ts';
import type { SentBatch } from './messages.ts';

/** Ids of operations and SMS batches that tests corrupt, by what they are. */
export type Ids = { [name in keyof typeof lives | keyof typeof batches]: string };

const debit = (path: Life['path'], rest: Partial<Life> = {}): Life => ({
  direction: 'DEBIT',
  path,
  amount: 5_000_0000n,
  commission: 75_0000n,
  callback: 'delivered',
  ...rest,
});
const credit = (path: Life['path'], rest: Partial<Life> = {}): Life => ({
  ...debit(path, rest),
  direction: 'CREDIT',
});

const lives = {
  ready: debit(['READY']),
  readyAgain: debit(['SENDING', 'READY']),
  parked: debit(['READY', 'PARKED']),
  parkedAgain: debit(['SENDING', 'READY', 'PARKED', 'READY', 'PARKED']),
  resumed: debit(['READY', 'PARKED', 'READY', 'SENDING', 'SUCCESS']),
  parkedTooLong: debit(['READY', 'PARKED', 'FAILED']),
  sending: debit(['SENDING']),
  sendingSecondTime: debit(['SENDING', 'READY', 'SENDING']),
  accepted: debit(['READY', 'SENDING', 'ACCEPTED', 'ACCEPTED']),
  unknown: debit(['SENDING', 'UNKNOWN', 'UNKNOWN']),
  success: debit(['READY', 'SENDING', 'ACCEPTED', 'SUCCESS']),
  successAfterAll: debit(['SENDING', 'UNKNOWN', 'SENDING', 'SUCCESS'], { callback: 'abandoned' }),
  successUnannounced: debit(['SENDING', 'SUCCESS'], { callback: 'none' }),
  withoutCommission: debit(['SENDING', 'SUCCESS'], { commission: 0n }),
  free: debit(['SENDING', 'SUCCESS'], { amount: 0n, commission: 0n, callback: 'none' }),
  failed: debit(['SENDING', 'ACCEPTED', 'FAILED'], { callback: 'due' }),
  refused: debit(['FAILED'], { callback: 'due' }),
  refusedLater: debit(['READY', 'FAILED']),
  canceled: debit(['READY', 'CANCELED']),
  canceledAtProvider: debit(['SENDING', 'ACCEPTED', 'CANCELED']),
  refunding: debit(['SENDING', 'SUCCESS', 'REFUNDING', 'REFUNDING']),
  refunded: debit(['SENDING', 'SUCCESS', 'REFUNDING', 'REFUNDED'], { commissionBack: true }),
  refundedPart: debit(['SENDING', 'SUCCESS', 'REFUNDING', 'REFUNDED']),
  reversed: debit(['SENDING', 'SUCCESS', 'REFUNDED'], { commissionBack: true }),
  refundRefused: debit(['SENDING', 'SUCCESS', 'REFUNDING', 'SUCCESS']),
  collecting: credit(['SENDING', 'ACCEPTED']),
  collected: credit(['SENDING', 'ACCEPTED', 'SUCCESS']),
  notCollected: credit(['SENDING', 'ACCEPTED', 'FAILED']),
  collectionRefused: credit(['FAILED'], { callback: 'due' }),
  collectionCanceled: credit(['READY', 'CANCELED']),
  givingBack: credit(['SENDING', 'SUCCESS', 'REFUNDING']),
  givenBack: credit(['SENDING', 'SUCCESS', 'REFUNDING', 'REFUNDED'], { commissionBack: true }),
  givenBackPart: credit(['SENDING', 'SUCCESS', 'REFUNDING', 'REFUNDED']),
  takenBack: credit(['SENDING', 'SUCCESS', 'REFUNDED'], { commissionBack: true }),
  notGivenBack: credit(['SENDING', 'SUCCESS', 'REFUNDING', 'SUCCESS']),
  givenBackThirdTime: credit([
    'SENDING',
    'SUCCESS',
    'REFUNDING',
    'SUCCESS',
    'REFUNDING',
    'SUCCESS',
    'REFUNDING',
    'REFUNDING',
    'REFUNDED',
  ]),
  otherAccount: debit(['SENDING', 'SUCCESS'], { account: 2 }),
} satisfies { [name: string]: Life };

const batches = {
  waiting: { parts: 1, states: { SN: ['ACCEPTED', 'SENDING'] } },
  sent: {
    parts: 2,
    states: { SN: ['SENT', 'DELIVERED', 'UNKNOWN'], CI: ['DELIVERED', 'UNDELIVERABLE'] },
  },
  partlyRefunded: { parts: 1, states: { SN: ['REFUNDED', 'DELIVERED', 'REFUNDED'] } },
  sentByOther: { account: 2, parts: 1, states: { SN: ['SENT'] } },
} satisfies { [name: string]: SentBatch };

/** Version 1, key id 01020304, as platform/secrets/key-ring.ts lays a sealed value out. */
const sealed = `\\x0101020304${'00'.repeat(40)}`;

const finalStates: readonly string[] = ['SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED'];
/** Those to which nothing more happens. */
export const finishedLives: { [name: string]: Life } = Object.fromEntries(
  Object.entries<Life>(lives).filter(([, { path }]) => finalStates.includes(path.at(-1)!)),
);

/**
 * Fills a migrated database and returns the ids of its operations, of which those not chosen are
 * missing.
 */
export async function fillCorrectly(
  database: Database,
  chosen: { [name: string]: Life } = lives,
): Promise<Ids> {
  const book = createBook(new Date());
  book.fund(1, 1_000_000_0000n);
  book.fund(2, 1_000_000_0000n);
  const ids = Object.fromEntries([
    ...Object.entries(chosen).map(([name, life]) => [name, book.live(life)] as const),
    ...Object.entries(batches).map(([name, batch]) => [name, book.send(batch)] as const),
  ]) as Ids;
  await insertAccounts(database);
  await insertTables(database, book.take());
  await database.query({
    name: 'id_blocks',
    text: `insert into id_block (kind, block) select distinct 'operation',
      (id - ${lowestId}) / ${blockSize} from operation`,
  });
  return ids;
}

/** `rounds` times all lives, for measuring; returns the number of operations. */
export async function fillMany(database: Database, rounds: number): Promise<number> {
  await insertAccounts(database);
  const book = createBook(new Date());
  for (const account of [1, 2]) book.fund(account, BigInt(rounds) * 1_000_000_0000n);
  for (let round = 1; round <= rounds; round++) {
    for (const life of Object.values(lives)) book.live(life);
    for (const batch of Object.values(batches)) book.send(batch);
    if (round % roundsPerStatement === 0 || round === rounds)
      await insertTables(database, book.take());
  }
  return rounds * Object.keys(lives).length;
}

/**
 * A settlement of account 2 that waits for its approval: what is held for it is its amount and its
 * fee. Its ids leave room for others.
 */
export async function addOpenSettlement(database: Database): Promise<void> {
  for (const [name, text] of Object.entries(openSettlement)) await database.query({ name, text });
}

const openSettlement = {
  fill_settlement_users: `insert into portal_user (id, email, email_key, name) overriding system
    value
    values (1001, 's1@x.sn', 's1@x.sn', 'Sira'), (1002, 's2@x.sn', 's2@x.sn', 'Samba')`,
  fill_settlement_destination: `
    insert into payout_destination (id, account_id, kind, holder, institution, country, scheme,
      number, added_by, confirmed_by, confirmed_at, usable_from)
      overriding system value
      values (1001, 2, 'bank', 'Sira', 'BANK', 'SN', 'rib', '1', 1001, 1002,
        now() - interval '2 days', now() - interval '1 day')`,
  fill_settlement: `
    insert into settlement (id, account_id, key, destination_id, currency, amount, fee, asked_by)
      overriding system value
      values (1001, 2, 'open', 1001, 'XOF', 400000000, 3000000, 1001)`,
  fill_settlement_hold: `
    with held as (
      update balance set available = available - 403000000, held = held + 403000000,
        last_transfer = last_transfer + 1
        where account_id = 2 returning last_transfer, available
    )
    insert into transfer (account_id, id, settlement_id, verb, debit, credit, amount, currency,
      available_after)
      select 2, last_transfer, 1001, 'hold', 'available', 'held', 403000000, 'XOF', available
        from held`,
};

const roundsPerStatement = 300;

async function insertAccounts(database: Database): Promise<void> {
  await database.query(
    {
      name: 'account',
      text: 'insert into account (name, webhook_secret_sealed) select $1, $2 from generate_series(1, 2)',
    },
    ['a', sealed],
  );
  await database.query({
    name: 'node',
    text: `insert into node (node_id, lease_until) values ('n1', now() + interval '1 hour')`,
  });
  await database.query(
    {
      name: 'pepper',
      text: `insert into installation_secret (name, value_sealed) values ('pepper', $1)`,
    },
    [sealed],
  );
}

async function insertTables(database: Database, tables: Tables): Promise<void> {
  await database.query({ name: 'fill-clear', text: 'delete from balance' });
  for (const [table, rows] of Object.entries(tables)) {
    const text = `insert into ${table} overriding system value
      select * from json_populate_recordset(null::${table}, $1)`;
    const values = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    await database.query({ name: `fill-${table}`, text }, [values]);
  }
}
