// Faults that are put back on purpose, to see that the simulation finds them (rule T26). Each is
// planted in what surrounds the gateway: in its chance, in the limits of its connections, in a
// statement on its way, in a trigger, in what a connector says. The gateway has no switch for them.

import assert from 'node:assert/strict';
import type { Statement } from '../../gateway/src/platform/db/database.ts';
import type { FaultPlan } from './faults.ts';
import type { Limits } from './server.ts';

export interface Planted {
  /** What must go wrong for the fault to show. */
  plan: Partial<FaultPlan>;
  /** The violation by which it shows: another one does not count, as it may have another cause. */
  shows: RegExp;
  /** The bytes of each life of a node, in the place of random ones. */
  randomBytes?: () => (size: number) => Buffer;
  limits?(limits: Limits): Limits;
  statement?(statement: Statement): Statement;
  /** Run before the seed, and after it. */
  sql?: { plant: string; remove: string };
  /** How a connector reads what it is not told. */
  connector?: { quiescenceMs?: number; lostIsFailed?: true };
}

const minuteMs = 60_000;

/** Another text needs another name: a connection knows a statement by it. */
const rewritten =
  (names: readonly string[], from: RegExp, to: string) =>
  (statement: Statement): Statement => {
    const { name, text } = statement;
    if (!names.includes(name)) return statement;
    assert.match(text, from, `nothing to plant in ${name}`);
    return { ...statement, name: `${name}_planted`, text: text.replace(from, to) };
  };

const lockingClause = /for no key update( skip locked)?/;

export const planted = {
  /** Ids and references that come again after a restore: fault 1 of issue 11. */
  'repeated ids': {
    shows: /^doctor I-11: transaction id \d+ names 2 operations/,
    plan: { nodes: 1, restore: { savedAtMs: 1, restoredAtMs: 40_000 }, businessMs: 80_000 },
    randomBytes() {
      const drawn = new Map<number, number>();
      return (size) => {
        const times = (drawn.get(size) ?? 0) + 1;
        drawn.set(size, times);
        // Seven bytes make a reference different from all others of its attempt.
        return Buffer.alloc(size, size === 7 ? 0 : times);
      };
    },
    // Without it the recovery keeps the blocks of what was sent from being drawn again.
    statement: rewritten(['take_id_blocks_again'], /on conflict/, 'where false on conflict'),
  },
  /** A frozen node keeps its locks, and nobody gives up waiting for them: fault 2. */
  'no time-outs': {
    shows: /, well, (closed|did not answer) /,
    plan: { nodes: 2, freezes: 6, businessMs: 60_000, payments: 24 },
    limits: () => ({ lockMs: 0, idleInTransactionMs: 0, transactionMs: 0, aliveMs: 0 }),
  },
  /** The node's clock is written over the database's: fault 3. */
  "the node's clock": {
    shows: /in a case: late_success|FAILED, but executed 1 times/,
    plan: {
      nodes: 1,
      providerTrouble: 1,
      skewMs: [-20 * minuteMs, -20 * minuteMs, -20 * minuteMs],
    },
    sql: {
      plant: `
        create function sim.node_clock() returns trigger language plpgsql as $$
        begin
          if tg_op = 'INSERT' or new.sent_at <> old.sent_at then
            new.sent_at := new.sent_at + current_setting('sim.skew_ms')::integer
              * interval '1 millisecond';
          end if;
          return new;
        end $$;
        create trigger sim_node_clock before insert or update on attempt
          for each row execute function sim.node_clock()`,
      remove: 'drop trigger sim_node_clock on attempt; drop function sim.node_clock()',
    },
  },
  /** Two nodes decide about one account at once, and no key of its transfers refuses the second. */
  'no account lock': {
    shows: /by the provider's book/,
    plan: { nodes: 3, payments: 16, businessMs: 3_000, stepwise: 0.9 },
    statement: rewritten(['lock_accounts', 'lock_accounts_waiting'], lockingClause, ''),
    sql: {
      plant: 'alter table transfer drop constraint transfer_pkey',
      remove: `
        set session_replication_role = replica;
        truncate transfer cascade;
        reset session_replication_role;
        alter table transfer add constraint transfer_pkey primary key (account_id, id)`,
    },
  },
  /** What the provider does not say is taken for a refusal. */
  'lost is failed': {
    shows: /FAILED, but executed 1 times/,
    plan: { nodes: 1, providerTrouble: 1 },
    connector: { lostIsFailed: true },
  },
  /** What a provider does not know yet counts as absent at once. */
  'no quiescence': {
    shows: /FAILED, but executed 1 times/,
    plan: { nodes: 1, providerTrouble: 1 },
    connector: { quiescenceMs: 0 },
  },
} satisfies { [name: string]: Planted };

export type PlantedName = keyof typeof planted;
