// Proves that the table of transitions is the one that design and doctor know.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedChanges, allStates } from '../checks-states.ts';
import { isFinal, step, type EventType, type State } from './states.ts';

const events: EventType[] = [
  'send',
  'unsend',
  'accept',
  'lose_answer',
  'poll',
  'resend',
  'succeed',
  'fail',
  'refuse',
  'cancel',
  'refund',
  'reverse',
  'drop_cancel',
  'proceed',
  'step_back',
  'park',
  'resume',
];
const nextStates = (from: State) =>
  new Set(events.map((event) => step(from, event)).filter((state) => state !== null));

test('S3 FAILED, CANCELED and REFUNDED are never left, whatever is said later', () => {
  for (const from of ['FAILED', 'CANCELED', 'REFUNDED'] as const)
    assert.deepEqual([...nextStates(from)], [], from);
});

test('S3 SUCCESS is left only by a refund and by the provider’s reversal', () => {
  const leaving = events.filter((event) => ![null, 'SUCCESS'].includes(step('SUCCESS', event)));
  assert.deepEqual(leaving, ['refund', 'reverse']);
});

test('S3 an unknown outcome ends only by somebody’s word: losing it again and finding nothing new leave it unknown', () => {
  assert.equal(step('UNKNOWN', 'lose_answer'), 'UNKNOWN');
  assert.equal(step('UNKNOWN', 'poll'), 'UNKNOWN');
  assert.equal(
    step('UNKNOWN', 'unsend'),
    null,
    'one sending that did not leave proves nothing about the one before',
  );
});

test('F13 what is on its way is sent again only from UNKNOWN, where absence was proven', () => {
  const sendsAgain = allStates.filter((from) => step(from, 'resend') !== null);
  assert.deepEqual(new Set(sendsAgain), new Set(['UNKNOWN', 'REFUNDING']));
  const sends = allStates.filter((from) => step(from, 'send') !== null);
  assert.deepEqual(sends, ['READY']);
});

test('F41 a cancellation and a sending want the same READY: after either the other is impossible', () => {
  const sent = step('READY', 'send');
  const canceled = step('READY', 'cancel');
  assert.equal(sent, 'SENDING');
  assert.equal(canceled, 'CANCELED');
  assert.equal(step('CANCELED', 'send'), null);
});

test('every change is one that the doctor allows, and every change but a repeat that the doctor allows can happen', () => {
  for (const from of allStates) {
    const possible = nextStates(from);
    for (const to of possible)
      if (to !== from) assert.ok(allowedChanges[from].includes(to), `${from} → ${to}`);
    for (const to of allowedChanges[from]) assert.ok(possible.has(to), `${from} → ${to}`);
  }
});

test('final are the four states that the interface calls final', () => {
  assert.deepEqual(
    new Set(allStates.filter(isFinal)),
    new Set(['SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED']),
  );
});
