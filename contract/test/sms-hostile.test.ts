// Proves that a hostile text costs no more than its length. Unicode asks for marks to be put in
// order, which costs the square of their number.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSender, readSendSms, segmentText } from '../src/index.ts';
import { composeText } from '../src/sms/compose.ts';

// Two marks in the wrong order, again and again: normalizing a megabyte of them takes minutes.
const marks = (count: number): string => `e${'\u0301\u0316'.repeat(count / 2)}`;
const quickMs = 1_000;

/** In ms of the processor, which other work on this machine does not change. */
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

  it('a sender within its length is composed', () => {
    assert.deepEqual(checkSender('CAFE\u0301'), { kind: 'alphanumeric', sender: 'CAFÉ' });
  });

  it('a content of a million marks is refused at once', () => {
    const { result, ms } = timed(() =>
      readSendSms({
        app_key: 'k',
        sender: 'J',
        content: marks(1_000_000),
        msisdn: ['+221770000001'],
      }),
    );
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

  it('up to 30 marks in a row are put in order, more stay as they are', () => {
    assert.equal(composeText(marks(30)), marks(30).normalize('NFC'));
    assert.equal(composeText(marks(32)), marks(32));
    assert.equal(composeText('e\u0301'), 'é');
  });
});
