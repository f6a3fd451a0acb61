// Proves what a session remembers of its own messages, so that a look-up takes no other one's id.
// Twilio's tests try the look-up itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePart as part } from '@jokko/connectors/kit/conformance';
import { createMemory } from '../alike.ts';
import { accepted } from '../reading.ts';

const like = { ...part, ourRef: `${part.ourRef}0` };
const lost = {
  outcome: { kind: 'unknown', cause: 'timeout' },
  connectionAtFault: false,
} as const;

test('a message that is being submitted, or was lost, is a rival of one like it until it has an id', () => {
  const memory = createMemory({ senderOf: (from) => from });
  const hasRival = () => memory.hasRival(part, 0);
  assert.equal(hasRival(), false);
  memory.begin(like);
  assert.equal(hasRival(), true);
  memory.note(like, lost);
  assert.equal(hasRival(), true);
  memory.note(like, accepted('SM1'));
  assert.deepEqual([hasRival(), memory.has('SM1')], [false, true]);
});

test('where the carrier chooses the sender, a message from another one is a rival, too', () => {
  for (const [senderOf, isRival] of [
    [(from: string) => from, false],
    [() => undefined, true],
  ] as const) {
    const memory = createMemory({ senderOf });
    memory.begin({ ...like, from: 'OTHER' });
    assert.equal(memory.hasRival(part, 0), isRival);
  }
});
