// Proves that a hostile text takes no longer than its length allows, in milliseconds of the
// processor, which other work on this machine does not change.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSender, readSendSms, segmentText } from '../src/index.ts';
import { marks } from './marks.ts';

const quickMs = 1_000;

function timed<Result>(run: () => Result): { result: Result; ms: number } {
  const before = process.cpuUsage();
  const result = run();
  return { result, ms: process.cpuUsage(before).user / 1_000 };
}

describe('SMS: hostile texts', () => {
  it('a sender of a million marks is refused at once', () => {
    const { result, ms } = timed(() => checkSender(marks(1_000_000)));
    assert.deepEqual(result, { kind: 'problem', problem: 'tooLong' });
    assert.ok(ms < quickMs, `${ms} ms`);
  });

  it('a content of a million marks is refused at once', () => {
    const content = marks(1_000_000);
    const request = { app_key: 'k', sender: 'J', content, msisdn: ['+221770000001'] };
    const { result, ms } = timed(() => readSendSms(request));
    assert.deepEqual(result, { ok: false, faults: ['content.tooLong'] });
    assert.ok(ms < quickMs, `${ms} ms`);
  });

  it('the longest content of marks is segmented at once, with and without transliteration', () => {
    for (const transliterate of [true, false]) {
      for (const begin of ['', 'ɛ', 'œ', 'я']) {
        const { result, ms } = timed(() => segmentText(begin + marks(39_000), { transliterate }));
        assert.ok(ms < quickMs, `${ms} ms`);
        assert.equal(result.parts.join(''), result.text);
      }
    }
  });
});
