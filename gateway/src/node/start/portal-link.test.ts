// Which address links to the portal have: one for all nodes, whichever of them sends the mail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notePortalUrl } from '../../platform/health/index.ts';
import { useDatabase } from '../doctor/testing/use-postgres.ts';
import { portalUrl } from './portal-link.ts';

const db = useDatabase();

const at = (port: number, publicUrl: string | null = null) => ({
  publicUrl,
  tls: null,
  host: '127.0.0.1',
  port,
});
const ofEach = (publicUrl: string | null = null) =>
  Promise.all([8080, 8081].map((port) => portalUrl(db.database, at(port, publicUrl))));

test('links of two nodes without PUBLIC_URL lead to one of them', async () => {
  assert.deepEqual(await ofEach(), ['http://127.0.0.1:8080', 'http://127.0.0.1:8081']);
  await db.sql(`insert into node (node_id, started_at, lease_until) values
    ('n1', now() - interval '1 hour', now() + interval '1 hour'),
      ('n2', now(), now() + interval '1 hour')`);
  await notePortalUrl(db.database, 'n1', 'http://127.0.0.1:8080');
  await notePortalUrl(db.database, 'n2', 'http://127.0.0.1:8081');
  assert.deepEqual(await ofEach(), ['http://127.0.0.1:8081', 'http://127.0.0.1:8081']);
  assert.deepEqual(await ofEach('https://pay.sn'), ['https://pay.sn', 'https://pay.sn']);
});
