// What becomes of a call that another node answers: it hears that the answer has left, whatever the
// answer is, since it keeps in memory what waits for that.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LinkAnswer } from '../../platform/peers/index.ts';
import { codes, type Code } from '@jokko/contract';
import { AccountBusy, CommitUnknown } from '../operations/index.ts';
import { StillAnswering } from '../replay-protection/index.ts';
import type { Answer } from './http-answer.ts';
import { answerAtOwner, type Said } from './http-hand-on.ts';

const here = (): Promise<never> => Promise.reject(new Error('done here'));

/**
 * A call whose owner says `said`, or nothing in time (null). `client`: its connection.
 * `answerHere`: of the node that was called.
 */
function handOn(
  said: Said | null,
  client: { closed: boolean; gone?: () => void },
  answerHere: (again: boolean) => Promise<Answer> = here,
) {
  const heard = { left: 0 };
  const left = (): void => void heard.left++;
  const answer: LinkAnswer =
    said === null ? { type: 'lost' } : { type: 'answer', text: JSON.stringify(said), left };
  const send = () => Promise.resolve(answer);
  const link = { isUsable: () => true, send, close() {} };
  const deps = {
    owners: { linkTo: () => link, note() {} },
    publicUrl: 'https://pay.example',
    admission: { begin() {}, end() {} },
  };
  const raw = {
    closed: client.closed,
    once: (_event: 'close', run: () => void) => (client.gone = run),
  };
  const call = {
    account: { id: 1 },
    apiKey: 'key',
    address: null,
    received: { headers: {}, bytes: Buffer.from('{}'), given: {} },
    body: {},
    reply: { header() {}, raw },
  };
  const endpoint = { path: '/api-services/operation', ownerMaxMs: () => 1_000 };
  return { heard, answered: answerAtOwner(deps, endpoint, call, 'request', answerHere) };
}

test('the owner hears that an answer has left when it has, and at once where it does not wait for it', async () => {
  const client: { closed: boolean; gone?: () => void } = { closed: false };
  const opened = handOn({ answer: { body: {} }, headers: {}, waits: true }, client);
  await opened.answered;
  assert.equal(opened.heard.left, 0);
  client.gone!();
  assert.equal(opened.heard.left, 1);

  const replayed = handOn({ answer: { body: {} }, headers: {}, waits: false }, { closed: false });
  await replayed.answered;
  assert.equal(replayed.heard.left, 1);
  const gone = handOn({ answer: { body: {} }, headers: {}, waits: true }, { closed: true });
  await gone.answered;
  assert.equal(gone.heard.left, 1);
});

test('the owner hears of an error that there is no answer to wait for', async () => {
  const busy = handOn({ error: 'busy' }, { closed: false });
  await assert.rejects(busy.answered, AccountBusy);
  const unknown = handOn({ error: 'unknown' }, { closed: false });
  await assert.rejects(unknown.answered, /done here/);
  assert.deepEqual([busy.heard.left, unknown.heard.left], [1, 1]);
});

const refusedWith = (code: Code) => (): Promise<Answer> =>
  Promise.resolve({ refused: { code, msg: 'refused here' } });
const open = { closed: false };

test('F03 what the owner may have done is never said not to be done: this node is busy, or fails', async () => {
  for (const said of [null, { error: 'unknown' }] as const) {
    for (const code of [codes.internal, codes.tooMany])
      await assert.rejects(handOn(said, open, refusedWith(code)).answered, CommitUnknown);
    const held = () => Promise.reject(new AccountBusy('held'));
    await assert.rejects(handOn(said, open, held).answered, CommitUnknown);
    await assert.rejects(handOn(said, open).answered, CommitUnknown);
    const answering = () => Promise.reject(new StillAnswering('another node'));
    await assert.rejects(handOn(said, open, answering).answered, StillAnswering);
  }
});

test('F03 what the owner may have done is never said not to be done: here its route is down, or its service another one', async () => {
  for (const said of [null, { error: 'unknown' }] as const)
    for (const code of [codes.refused, codes.notActivated, codes.notFound, codes.invalid])
      await assert.rejects(handOn(said, open, refusedWith(code)).answered, CommitUnknown);
});

test('what this node finds out by looking is answered, though the owner was asked first', async () => {
  const done = { body: { code: 2000 } };
  assert.equal(await handOn(null, open, () => Promise.resolve(done)).answered, done);
  const conflict = await handOn(null, open, refusedWith(codes.conflict)).answered;
  assert.deepEqual(conflict, { refused: { code: codes.conflict, msg: 'refused here' } });
  const first = handOn({ error: 'busy' }, open, refusedWith(codes.internal));
  await assert.rejects(first.answered, AccountBusy);
});
