// Proves that what a text costs grows with its length and no faster, whatever is written in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRouting } from './testing.ts';

const shared = testRouting({
  inbound: [
    { number: '40400', app: 'js_test_1' },
    { number: '40400', keyword: 'Été', app: 'js_test_2' },
  ],
});

test('a hostile text costs no more than a short one', () => {
  const texts = ['?', '\u0301', ' ', 'a', '\u0301\u0316'].flatMap((unit) =>
    [unit, `STOP${unit}`].map((start) => start + unit.repeat(200_000)),
  );
  for (const text of texts) {
    // The time is that of the processor, which a busy machine does not change.
    const before = process.cpuUsage();
    shared.inboundOf('40400', `${text}x`);
    const took = process.cpuUsage(before).user / 1_000;
    assert.ok(took < 500, `${took} ms for ${JSON.stringify(text.slice(0, 8))}…`);
  }
});
