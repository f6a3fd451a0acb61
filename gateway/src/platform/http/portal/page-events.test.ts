// A page that asks for its events while the node stops: the stream ends at once, and the stop waits
// for none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { LiveSession } from './caller.ts';
import { createEventStreams, openPageEvents } from './page-events.ts';

const session = { id: 1n, user: { id: 1 }, membership: null } as unknown as LiveSession;

test('a stream whose session is found when the node has begun to stop ends at once', async () => {
  const app = Fastify();
  const streams = createEventStreams();
  const asked = Promise.withResolvers<void>();
  const found = Promise.withResolvers<void>();
  let followers = 0;
  app.get('/events', async (request, reply) => {
    asked.resolve();
    await found.promise;
    return openPageEvents(request, reply, streams, {
      session,
      follow: () => {
        followers += 1;
        return () => (followers -= 1);
      },
      stillAllowed: () => Promise.resolve(true),
    });
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = fetch(`${address}/events`);
  await asked.promise;
  streams.endAll();
  found.resolve();
  assert.equal(await (await answer).text(), 'retry: 3000\n\n');
  assert.deepEqual([streams.open.size, followers], [0, 0]);
  await app.close();
});
