// Waits until all work is done: every stored operation final and its callback delivered. Lists
// what is still open if this takes long.

import { until } from '../harness/index.ts';
import type { Harness } from './harness.ts';

/** What a round may take; whatever is open longer was forgotten. */
const quietWithinMs = 120_000;
/** Longer is no fault, but worth a look. */
const remarkableMs = 20_000;

const openWork = `
  select o.id, o.state, o.lease_owner, o.next_step_at, c.state as callback,
    c.lease_owner as callback_lease, c.next_attempt_at,
    (select string_agg(format('%s %s %s', a.number, a.state, coalesce(a.cause, '')), ', '
      order by a.number)
      from attempt a where a.account_id = o.account_id and a.operation_id = o.id) as attempts,
    (select string_agg(coalesce(t.error_class, 'delivered'), ', ' order by t.number)
      from callback_attempt t where t.account_id = o.account_id
        and t.operation_id = o.id) as deliveries,
    (select string_agg(n.incarnation::text, ', ') from node n) as nodes, jokko_now() as now
  from operation o left join callback c on c.account_id = o.account_id and c.operation_id = o.id
  where o.account_id = $1 and (o.state not in ('SUCCESS', 'FAILED', 'CANCELED')
    or c.state is distinct from 'delivered')
  order by coalesce(o.next_step_at, c.next_attempt_at)`;

/** Resolves with the time it took. Throws with what was left. */
export async function untilQuiet({ rows, account, nodes }: Harness): Promise<number> {
  const startedAt = performance.now();
  const logs = (): string =>
    nodes.map((node) => `${node.nodeId}: ${node.logs().slice(-4_000)}`).join('\n');
  let left = '';
  const look = async (): Promise<boolean> => {
    try {
      const open = await rows.read<object>(openWork, [account.accountId]);
      if (open.length > 0) left = `${open.length} open, such as ${print(open[0]!)}`;
      return open.length === 0;
    } catch (error) {
      // The database may still be starting.
      left = String(error);
      return false;
    }
  };
  await until('every operation is final and its callback delivered', look, {
    timeoutMs: quietWithinMs,
    everyMs: 100,
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${left}\n${logs()}`);
  });
  const waitedMs = Math.round(performance.now() - startedAt);
  if (waitedMs > remarkableMs)
    process.stdout.write(`quiet only after ${waitedMs} ms; last ${left}\n${logs()}\n`);
  return waitedMs;
}

function print(row: object): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
