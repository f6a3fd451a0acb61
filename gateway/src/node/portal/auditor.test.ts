// The auditor: reads what proves what was done, and changes nothing of the installation.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portalRoutes, type PortalRoute } from '@jokko/contract/portal';
import { operatorBrowser } from './testing/operator.ts';
import { startPortal, type Browser, type Portal } from './testing/portal.ts';

let portal: Portal;
let auditor: Browser;
before(async () => {
  portal = await startPortal();
  auditor = await operatorBrowser(portal, 'Adja', { role: 'auditor' });
});
after(() => portal.close());

const table = Object.entries<PortalRoute>(portalRoutes);
/** Routes of the installation: not those of the user alone, and not the open ones. */
const installations = table.filter(
  ([, { policy }]) => policy.side !== 'public' && policy.side !== 'user',
);
const call = (name: string) => {
  const [method, path = ''] = name.split(' ');
  const filled = path.replaceAll(/:\w+/g, '1');
  return method === 'GET' ? auditor.get(filled) : auditor.post(filled);
};

test('every route that changes anything answers an auditor 403', async () => {
  // Computes the chain again, and changes nothing.
  const reads = 'POST operator/audit/verify';
  const changing = installations.filter(([name]) => name.startsWith('POST ') && name !== reads);
  assert.ok(changing.length > 100);
  const letIn: string[] = [];
  for (const [name] of changing) {
    const { status, code } = await call(name);
    if (status !== 403 || code !== 'notAllowed') letIn.push(`${name}: ${status} ${code}`);
  }
  assert.deepEqual(letIn, []);
  assert.equal((await call(reads)).json.ok, true);
});

test('an auditor reads the audit log, transactions, settlements and reconciliation, and nothing else of the installation', async () => {
  const read: string[] = [];
  for (const [name] of installations)
    if (name.startsWith('GET ') && (await call(name)).status !== 403) read.push(name.slice(4));
  assert.deepEqual(read.toSorted(), [
    'events',
    'operator/audit',
    'operator/audit/export',
    'operator/bank-accounts',
    'operator/destinations',
    'operator/floats',
    'operator/morning-proofs',
    'operator/morning-proofs/:day',
    'operator/morning-proofs/:day/pdf',
    'operator/reconciliation',
    'operator/reconciliation-discrepancies/:id',
    'operator/reconciliation-rules',
    'operator/reconciliation/:id',
    'operator/reconciliation/:id/discrepancies',
    'operator/reconciliation/:id/export',
    'operator/settlements',
    'operator/settlements/:id',
    'operator/statement-days',
    'operator/transactions',
    'operator/transactions/:account/:id',
    'operator/transactions/:account/:id/evidence',
    'operator/transactions/export',
    'operator/transactions/sums',
    'transactions/choices',
  ]);
});
