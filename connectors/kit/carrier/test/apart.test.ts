// Proves that parts which were refused for what is wrong with another one go out once more, and
// that no more of them leave once the session is closed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordEvents, samplePart } from '@jokko/connectors/kit/conformance';
import type { SmsPart, SmsSubmitOutcome } from '@jokko/connectors/kit';
import type { Carrier } from '../carrier.ts';
import { accepted, readingOf, refused, type Reading } from '../reading.ts';
import { openCarrierSession } from '../session.ts';

const aside: Reading = { ...readingOf(refused('other'), 'E400'), refusedWithOthers: true };
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
};

/** A session with parts of one request that `submit` answers. */
async function begin(parts: number, submit: Carrier['submit']) {
  const session = openCarrierSession({ log: () => {} }, recordEvents(), {
    name: 'test',
    window: 64,
    ratePerSec: null,
    requests: { partsMax: 64, groupOf: () => '' },
    greet: () => Promise.resolve(null),
    submit,
  });
  await turns();
  const outcomes = Array.from({ length: parts }, (_, at) =>
    session.submit({ ...samplePart, ourRef: `1-${at}` }),
  );
  await turns();
  return { session, outcomes };
}

/**
 * A carrier that refuses each request of several parts for one that it does not name; what `alone`
 * answers of one is up to the test.
 */
async function play(alone: (part: SmsPart) => Promise<Reading>) {
  const requests: number[] = [];
  const { session, outcomes } = await begin(25, (parts) => {
    requests.push(parts.length);
    return parts.length > 1
      ? Promise.resolve(parts.map(() => aside))
      : Promise.all(parts.map(alone));
  });
  const counts = async () => {
    const kinds = (await Promise.all(outcomes)).map(({ kind }) => kind);
    const count = (meant: SmsSubmitOutcome['kind']) => kinds.filter((kind) => kind === meant);
    return [count('accepted').length, count('unknown').length, count('not_sent').length];
  };
  return { session, requests, counts };
}

test('where no part is named, each goes alone, ten at one time', async () => {
  const { session, requests, counts } = await play(({ ourRef }) =>
    Promise.resolve(accepted(ourRef)),
  );
  assert.deepEqual(await counts(), [25, 0, 0]);
  assert.deepEqual(requests, [25, ...Array<number>(25).fill(1)]);
  await session.close(0);
});

test('a session that closes sends no more of them: the rest says that it was not sent', async () => {
  const answers: (() => void)[] = [];
  const { session, requests, counts } = await play(
    ({ ourRef }) => new Promise((resolve) => answers.push(() => resolve(accepted(ourRef)))),
  );
  assert.equal(requests.length, 1 + 10);
  await session.close(0);
  assert.deepEqual(await counts(), [0, 10, 15]);
  for (const answer of answers) answer();
  await turns();
  assert.equal(requests.length, 1 + 10, 'sent after the session was closed');
});

test('nor does one that closes before the refusal has come', async () => {
  let refuse = (): void => {};
  const requests: number[] = [];
  const { session } = await begin(3, async (parts) => {
    requests.push(parts.length);
    await new Promise<void>((resolve) => (refuse = resolve));
    return [readingOf(refused('other'), 'E400'), ...parts.slice(1).map(() => aside)];
  });
  await session.close(0);
  refuse();
  await turns();
  assert.deepEqual(requests, [3]);
});
