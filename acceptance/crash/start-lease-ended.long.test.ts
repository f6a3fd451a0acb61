// F18: a node whose start takes longer than its lease, so that another node ends the lease. It asks
// its supervisor for another start, and that one serves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStoredRows, type StoredRows } from '../harness/database.ts';
import { sendRequest, startInstallation, until, type Installation } from '../harness/index.ts';

const leaseMs = 2_000;

let installation: Installation;
let rows: StoredRows;
before(async () => {
  installation = await startInstallation();
  rows = openStoredRows(installation);
});
after(async () => {
  await rows.close();
  await installation.stop();
});

interface Row {
  name: string;
}

test('F18 a start that loses its lease ends asking to be started again', async () => {
  // Read by a start that has its lease already.
  const release = await rows.hold('closed_route');
  const starting = installation.addNode({
    nodeId: 'late',
    env: { JOKKO_LEASE_MS: String(leaseMs) },
  });
  const { name } = await until('it has its lease', async () => {
    const found = await rows.read<Row>(
      `select connections_name as name from node where node_id = 'late'`,
    );
    return found[0];
  });
  // Not renewed for longer than it lasts, and ended, as another node does that finds it over.
  await rows.read(
    `with held as materialized (select from node where node_id = 'late' for update),
        slept as (select pg_sleep($1) from held)
      update node set lease_until = now(), ended_at = now() from slept where node_id = 'late'`,
    [(2 * leaseMs) / 1_000],
  );
  await rows.read(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [name],
  );
  await release();
  const node = await starting;
  assert.match(node.logs(), /PostgreSQL was lost during the start: .*; start it again/);
  await until(
    'it is ready',
    async () => (await sendRequest(`${node.baseUrl}/readyz`)).status === 200,
  );
});
