// H5: proves that no request of a stranger silences a node: whatever is sent to a route that
// answers without a key, no turn of the event loop takes long. The routes are those that the node
// says it has.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { portalRoutes } from '@jokko/contract/portal';
import { sendRequest, startInstallation } from './harness/index.ts';
import type { Installation } from './harness/index.ts';
import { routesAreTold, routesOf } from './harness/routes.ts';
import { assertAllQuick, assertQuickWork, triesMax, turnsAreWatched } from './harness/turns.ts';
import { worstBodies, worstHeaders } from './harness/worst-requests.ts';

/**
 * How much later than at rest the node may say that it is there, while such a request is worked on.
 */
const lateMaxMs = 100;
let installation: Installation;
before(async () => {
  installation = await startInstallation({ env: routesAreTold(turnsAreWatched) });
});
after(() => installation.stop());

/** From asking to the answer. */
async function healthMs(): Promise<number> {
  const began = performance.now();
  await sendRequest(`${installation.baseUrl}/healthz`);
  return performance.now() - began;
}

const operation = '/api-services/operation';

/**
 * A stranger's body is refused or read before it is known who sends it: of these only the size
 * differs from route to route.
 */
const few = new Set([
  'a long number',
  'many members',
  'deep',
  'a text of marks',
  'half escapes of a form',
]);
const ofPortal = /^\/portal\/api\//;
const publicPaths = new Set(
  Object.entries(portalRoutes)
    .filter(([, { policy }]) => policy.side === 'public')
    .map(
      ([route]) => `/portal/api/${route.slice(route.indexOf(' ') + 1).replaceAll(/:\w+/g, 'x')}`,
    ),
);

/** In kB. Beyond a megabyte only an operation may be read, where it may be a chat message. */
const sizesOf = (path: string): number[] => {
  if (path === operation) return [60, 1_000, 4_000, 16_300];
  return ofPortal.test(path) && !publicPaths.has(path) ? [1_000] : [60, 1_000];
};

test('H5 no body of a stranger takes a turn of the event loop of over 50 ms', async () => {
  const posts = [...routesOf(installation), { method: 'POST', path: '/nothing' }].filter(
    ({ method }) => method === 'POST',
  );
  for (const path of ['/deep/x/step', '/pay/x', '/pay/link/x', '/sms-providers/x/x', '/nothing'])
    assert.ok(
      posts.some((route) => route.path === path),
      path,
    );
  for (const { path, method } of posts) {
    const isBehindSession = ofPortal.test(path) && !publicPaths.has(path);
    for (const kibs of sizesOf(path)) {
      const bodies = Object.entries(worstBodies(kibs)).filter(
        ([name]) => !isBehindSession || few.has(name),
      );
      await assertAllQuick(
        installation,
        bodies.map(([name, body]) => {
          const type = name.endsWith('form') ? 'x-www-form-urlencoded' : 'json';
          const headers = { 'content-type': `application/${type}` };
          return { name: `${name}, ${kibs} kB,`, path, method, headers, body };
        }),
      );
    }
  }
});

test('H5 no header of a stranger takes a turn of the event loop of over 50 ms', async () => {
  const pages = ['/docs/en/search', '/portal/'].map((path) => ({ method: 'GET', path }));
  for (const { path, method } of [...routesOf(installation), ...pages]) {
    // Behind the session all routes of the portal begin alike.
    if (ofPortal.test(path) && !publicPaths.has(path)) continue;
    await assertAllQuick(
      installation,
      Object.entries(worstHeaders).map(([name, value]) => ({
        name: `the header ${name}`,
        path: method === 'GET' ? `${path}?a=${'%20'.repeat(500)}` : path,
        method,
        headers: { 'content-type': 'application/json', [name]: value },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })),
    );
  }
});

/** Sends all of it on one connection, and reads so many answers. */
async function sendAtOnce(sent: string, answers: number): Promise<void> {
  const { hostname, port } = new URL(installation.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  let read = 0;
  // The end of a piece may be the beginning of an answer.
  let rest = '';
  for await (const piece of socket.setEncoding('latin1')) {
    const parts = (rest + String(piece)).split('HTTP/1.1 ');
    read += parts.length - 1;
    rest = parts.at(-1)!.slice(-'HTTP/1.1'.length);
    if (read === answers) break;
  }
  assert.equal(read, answers);
}

test('H5 requests that a stranger sends together have turns of their own', async () => {
  const head = 'HTTP/1.1\r\nhost: x\r\n';
  for (const [request, count] of [
    [`GET /healthz ${head}\r\n`, 20_000],
    [`GET /nothing ${head}\r\n`, 20_000],
    [`GET /docs/en ${head}\r\n`, 2_000],
    [`GET /portal/ ${head}\r\n`, 2_000],
    [`GET /openapi.json ${head}\r\n`, 1_000],
    [`POST ${operation} ${head}content-length: 2\r\n\r\n{}`, 20_000],
    [`POST /nothing ${head}content-length: 2\r\n\r\n{}`, 20_000],
  ] as const)
    await assertQuickWork(installation, async () => {
      await sendAtOnce(request.repeat(count), count);
      return `${count} times ${request.split(' HTTP')[0]}`;
    });
});

test('H5 a node that takes such a body says in time that it is there', async () => {
  const path = operation;
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
