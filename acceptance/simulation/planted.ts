// Faults that are put back on purpose, to see that the simulation finds them (rule T26). Each is
// planted in what surrounds the gateway: in its chance, in the limits of its connections, in a
// statement on its way, in a trigger, in what a connector says. The gateway has no switch for them.

import type { Statement } from '../../gateway/src/platform/db/database.ts';
import type { FaultPlan } from './faults.ts';
import type { Limits } from './server.ts';

export interface Planted {
  /** What must go wrong for the fault to show. */
  plan: Partial<FaultPlan>;
  /** Of each life of a node, in the place of random ones. */
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
  (name: string, from: RegExp, to: string) =>
  (statement: Statement): Statement =>
    statement.name === name
      ? { ...statement, name: `${name}_planted`, text: statement.text.replace(from, to) }
      : statement;

export const planted = {
  /** Ids and references that come again after a restore: fault 1 of issue 11. */
  'repeated ids': {
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
  },
  /** A frozen node keeps its locks, and nobody gives up waiting for them: fault 2. */
  'no time-outs': {
    plan: { nodes: 2, freezes: 6, businessMs: 60_000, payments: 24 },
    limits: () => ({ lockMs: 0, idleInTransactionMs: 0, transactionMs: 0, aliveMs: 0 }),
  },
  /** The node's clock is written over the database's: fault 3. */
  "the node's clock": {
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
            new.sent_at := new.sent_at + current_setting('sim.skew_ms')::integer * interval '1 millisecond';
          end if;
          return new;
        end $$;
        create trigger sim_node_clock before insert or update on attempt
          for each row execute function sim.node_clock()`,
      remove: 'drop trigger sim_node_clock on attempt; drop function sim.node_clock()',
    },
  },
  /** Two nodes decide about one account at once. */
  'no account lock': {
    plan: { nodes: 3, payments: 16, businessMs: 3_000, stepwise: 0.9 },
    statement: rewritten('lock_accounts', /for no key update/, ''),
  },
  /** What the provider does not say is taken for a refusal. */
  'lost is failed': {
    plan: { nodes: 1, providerTrouble: 1 },
    connector: { lostIsFailed: true },
  },
  /** What a provider does not know yet counts as absent at once. */
  'no quiescence': {
    plan: { nodes: 1, providerTrouble: 1 },
    connector: { quiescenceMs: 0 },
  },
} satisfies { [name: string]: Planted };

export type PlantedName = keyof typeof planted;
