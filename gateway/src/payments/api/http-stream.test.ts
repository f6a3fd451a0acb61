// Checks when an answer that goes on ends, and what its last event says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { machine, runIn, type Environment } from '../../platform/environment.ts';
import type { EventStream, StreamEnds } from '../../platform/http/event-stream.ts';
import { createAnswerStreams } from './http-stream.ts';
import type { StreamAnswer } from './http-answer.ts';

const account = { id: 7, language: 'en' } as StreamAnswer['account'];
const ends: StreamEnds = [];
let app: FastifyInstance;
let url: string;
let isAllowed = true;
let beat: () => void;
let opened: (events: EventStream) => void;
let unfollowed: () => void;
/** The socket of the request. */
let closed: Promise<void>;
let hold: () => Promise<void> | undefined = () => undefined;

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
  const streams = createAnswerStreams(ends);
  app.get('/stream', async (request, reply) => {
    closed = new Promise((resolve) => request.raw.socket.once('close', () => resolve()));
    await hold();
    return runIn(own, () => {
      streams.open(request, reply, {
        account,
        follow(events) {
          opened(events);
          return () => unfollowed();
        },
        stillAllowed: () => Promise.resolve(isAllowed),
      });
      return reply;
    });
  });
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

test('who takes nothing is let go at a beat, and not before', async () => {
  const { response, events, ended } = await open();
  const data = JSON.stringify('x'.repeat(1_000_000));
  // What the sockets hold is not waited for; how much that is depends on the system.
  while (events.unsentBytes <= 1_048_576) events.send({ kind: 'callback', data });
  beat();
  events.send({ kind: 'callback', data });
  beat();
  await ended;
  await assert.rejects(response.text(), 'the connection is cut: a last event would not reach it');
});

test('C1 who has gone before the answer begins leaves no stream behind', async () => {
  const begun = new Promise<void>((resolve) => {
    opened = () => resolve();
  });
  const ended = new Promise<void>((resolve) => {
    unfollowed = resolve;
  });
  const gone = new AbortController();
  hold = () => {
    gone.abort();
    return closed;
  };
  await assert.rejects(fetch(`${url}/stream`, { signal: gone.signal }));
  await begun;
  await ended;
  hold = () => undefined;
});

test('F20 a node that stops ends its streams, and those that are opened meanwhile', async () => {
  const { response } = await open();
  for (const end of ends) end();
  assert.match(await response.text(), /event: bye\ndata: \{"reason":"closing"\}\n\n$/);
  const late = await open();
  assert.match(await late.response.text(), /event: bye\ndata: \{"reason":"closing"\}\n\n$/);
});
