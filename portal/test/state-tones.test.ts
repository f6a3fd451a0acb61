// Proves that one word for a state has one colour, whatever it is the state of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateTones } from '../src/ui/state-tones.ts';

/** The same word with another meaning. */
const others = new Set([
  // A breaker is open as a circuit is: nothing flows.
  'breaker open',
  'breaker closed',
  // An SMS that expired did not arrive; a key or a request that expired has only ended.
  'sms EXPIRED',
]);
/** Words for the same. */
const same: Record<string, string> = {
  success: 'succeeded',
  opened: 'open',
  requested: 'open',
  awaiting_approval: 'open',
  activated: 'active',
};

test('a state has the same tone wherever it is shown', () => {
  const tones = new Map<string, { kind: string; tone: string }>();
  for (const [kind, states] of Object.entries(stateTones))
    for (const [state, tone] of Object.entries(states)) {
      if (others.has(`${kind} ${state}`)) continue;
      const word = same[state.toLowerCase()] ?? state.toLowerCase();
      const first = tones.get(word) ?? { kind, tone };
      tones.set(word, first);
      assert.equal(tone, first.tone, `${kind} ${state} differs from ${first.kind}`);
    }
  assert.ok(tones.size > 40);
});
