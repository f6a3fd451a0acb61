// Checks when an answer that goes on ends, and what its last event says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { machine, runIn, type Environment } from '../../platform/environment.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import { createAnswerStreams } from './http-stream.ts';
import type { StreamAnswer } from './http-answer.ts';

const account = { id: 7, language: 'en' } as StreamAnswer['account'];
let app: FastifyInstance;
let url: string;
let isAllowed = true;
let beat: () => void;
let opened: (events: EventStream) => void;
let unfollowed: () => void;

/** The beats are the test's. */
const own: Environment = {
  ...machine,
  startTicker(run) {
    beat = run;
    return { unref: () => own.startTimer(run, 0) };
  },
  stopTimer: () => {},
};

before(async () => {
  app = Fastify() as unknown as FastifyInstance;
  const streams = createAnswerStreams(app);
  app.get('/stream', (request, reply) =>
    runIn(own, () => {
      streams.open(request, reply, {
        account,
        follow(events) {
          opened(events);
          return () => unfollowed();
        },
        stillAllowed: () => Promise.resolve(isAllowed),
      });
      return reply;
    }),
  );
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => app.close());

async function open() {
  const events = new Promise<EventStream>((resolve) => {
    opened = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    unfollowed = resolve;
  });
  const response = await fetch(`${url}/stream`);
  return { response, events: await events, ended };
}

test('keys: a stream ends at the beat after its key did, and says so', async () => {
  const { response, events, ended } = await open();
  events.send({ id: 'a', kind: 'callback', data: '{}' });
  beat();
  isAllowed = false;
  beat();
  await ended;
  isAllowed = true;
  assert.equal(
    await response.text(),
    'retry: 3000\n\nid: a\nevent: callback\ndata: {}\n\n: here\n\n: here\n\nevent: bye\ndata: {"reason":"key"}\n\n',
  );
});

test('C1 who takes nothing is let go at a beat, and not before', async () => {
  const { response, events, ended } = await open();
  const data = JSON.stringify('x'.repeat(1_000_000));
  // What the sockets hold is not waited for; how much that is depends on the system.
  while (events.unsentBytes <= 1_048_576) events.send({ kind: 'callback', data });
  beat();
  await ended;
  assert.match(await response.text(), /event: bye\ndata: \{"reason":"slow"\}\n\n$/);
});
