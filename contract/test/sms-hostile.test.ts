// Proves that a hostile text costs no more than its length: Unicode asks for marks to be put in
// order, which costs the square of their number, so that no long row of them may be normalized.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { checkSender, readSendSms, segmentText } from '../src/index.ts';
import { composeText } from '../src/sms/compose.ts';
import { marks } from './marks.ts';

/** Texts that were normalized from here on. */
function watchNormalize(t: TestContext): string[] {
  const texts: string[] = [];
  const { normalize } = String.prototype;
  t.mock.method(String.prototype, 'normalize', function (this: string, form?: string) {
    texts.push(String(this));
    return normalize.call(this, form);
  });
  return texts;
}

const marksInRow = (text: string): number =>
  Math.max(0, ...(text.match(/\p{M}+/gu) ?? []).map((row) => row.length));

describe('SMS: hostile texts', () => {
  it('a sender of a million marks is refused, and not normalized', (t) => {
    const normalized = watchNormalize(t);
    assert.deepEqual(checkSender(marks(1_000_000)), { kind: 'problem', problem: 'tooLong' });
    assert.deepEqual(normalized, []);
  });

  it('a sender within its length is composed', () => {
    assert.deepEqual(checkSender('CAFE\u0301'), { kind: 'alphanumeric', sender: 'CAFÉ' });
  });

  it('a content of a million marks is refused, and not normalized', (t) => {
    const normalized = watchNormalize(t);
    const result = readSendSms({
      app_key: 'k',
      sender: 'J',
      content: marks(1_000_000),
      msisdn: ['+221770000001'],
    });
    assert.deepEqual(result, { ok: false, faults: ['content.tooLong'] });
    assert.ok(normalized.every((text) => marksInRow(text) <= 30));
  });

  it('the longest content of marks is segmented, and no long row of them is normalized', (t) => {
    const normalized = watchNormalize(t);
    for (const transliterate of [true, false]) {
      for (const begin of ['', 'ɛ', 'œ', 'я']) {
        const text = begin + marks(39_000);
        const result = segmentText(text, { transliterate });
        assert.equal(result.parts.join(''), result.text);
        assert.ok(normalized.every((each) => marksInRow(each) <= 30));
        const lengths = normalized.splice(0).map(({ length }) => length);
        assert.ok(lengths.reduce((sum, length) => sum + length, 0) <= 4 * text.length);
      }
    }
  });

  it('up to 30 marks in a row are put in order, more stay as they are', () => {
    assert.equal(composeText(marks(30)), marks(30).normalize('NFC'));
    assert.equal(composeText(marks(32)), marks(32));
    assert.equal(composeText('e\u0301'), 'é');
  });
});
