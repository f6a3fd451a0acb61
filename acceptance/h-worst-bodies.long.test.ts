// H5: proves that no request of a stranger silences a node: whatever is sent to a route that answers
// without a key, no turn of the event loop takes long. The routes come from the descriptions of the
// interfaces and the portal, so that a new one is tried as well.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portalRoutes } from '@jokko/contract/portal';
import { sendRequest, startInstallation } from './harness/index.ts';
import type { Installation } from './harness/index.ts';
import { assertQuick, triesMax, turnsAreWatched } from './harness/turns.ts';
import { worstBodies, worstHeaders } from './harness/worst-requests.ts';

/** How much later than at rest the node may say that it is there, while such a request is worked on. */
const lateMaxMs = 100;
let installation: Installation;
before(async () => {
  installation = await startInstallation({ env: turnsAreWatched });
});
after(() => installation.stop());

/** From asking to the answer. */
async function healthMs(): Promise<number> {
  const began = performance.now();
  await sendRequest(`${installation.baseUrl}/healthz`);
  return performance.now() - began;
}

async function pathsOfInterfaces(): Promise<{ path: string; method: string }[]> {
  const { json } = await sendRequest(`${installation.baseUrl}/openapi.json`);
  return Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
  );
}

const pathsOfPortal = (): { path: string; method: string }[] =>
  Object.entries(portalRoutes)
    .filter(([, { policy }]) => policy.side === 'public')
    .map(([route]) => {
      const [method = '', path = ''] = route.split(' ');
      return { method, path: `/portal/api/${path.replaceAll(/:\w+/g, 'x')}` };
    });

/** What neither describes: addresses of providers and payers, pages, what an operator watches. */
const otherPaths = [
  { method: 'POST', path: '/providers/sandbox/0000' },
  { method: 'GET', path: '/docs/en/search' },
  { method: 'GET', path: '/healthz' },
  { method: 'GET', path: '/readyz' },
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: '/portal/' },
  { method: 'POST', path: '/nothing' },
];

test('H5 no body and no header of a stranger takes a turn of the event loop of over 50 ms', async () => {
  const paths = [...(await pathsOfInterfaces()), ...pathsOfPortal(), ...otherPaths];
  assert.ok(paths.length > 20);
  for (const { path, method } of paths)
    if (method === 'POST')
      for (const kibs of [60, 1_000])
        for (const [name, body] of Object.entries(worstBodies(kibs))) {
          const type = name.endsWith('form') ? 'x-www-form-urlencoded' : 'json';
          const headers = { 'content-type': `application/${type}` };
          await assertQuick(installation, {
            name: `${name}, ${kibs} kB,`,
            path,
            method,
            headers,
            body,
          });
        }
  for (const { path, method } of paths)
    for (const [name, value] of Object.entries(worstHeaders))
      await assertQuick(installation, {
        name: `the header ${name}`,
        path: method === 'GET' ? `${path}?a=${'%20'.repeat(500)}` : path,
        method,
        headers: { 'content-type': 'application/json', [name]: value },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
});

test('H5 a node that takes such a body says in time that it is there', async () => {
  const path = '/api-services/operation';
  const late: number[] = [];
  for (const body of Object.values(worstBodies(1_000))) {
    let least = Infinity;
    for (let tries = 0; tries < triesMax && least > lateMaxMs; tries += 1) {
      const rest = await healthMs();
      const taken = sendRequest(`${installation.baseUrl}${path}`, {
        method: 'POST',
        body,
        whenBusy: 'answer',
        headers: { 'content-type': 'application/json' },
      }).catch(() => 'its connection was closed');
      const asked: number[] = [];
      let isOver = false;
      void taken.then(() => (isOver = true));
      while (!isOver) asked.push(await healthMs());
      least = Math.min(least, Math.max(0, ...asked) - rest);
    }
    late.push(Math.round(least));
  }
  assert.ok(
    late.every((ms) => ms <= lateMaxMs),
    `late by ${late.join(', ')} ms`,
  );
});
