// Proves that numbers are read and texts segmented quickly, in time of the processor.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMsisdn, segmentText } from '../src/index.ts';
import { leastCpuMs } from './least-cpu.ts';

describe('SMS: speed', () => {
  it('X3 reads 10,000 numbers quickly', () => {
    const numbers = Array.from(
      { length: 10_000 },
      (_, index) => `+221 77 ${String(index).padStart(7, '0')}`,
    );
    const readAll = (): void => {
      for (const number of numbers)
        assert.notEqual(readMsisdn(number, { acceptWithoutPlus: false }), null);
    };
    // 4 ms measured, 20 are asked for.
    assert.ok(leastCpuMs(readAll, 100) < 100);
  });

  it('takes time in proportion to the text, also where all of it is one character', () => {
    // A second and more when every cut looks at the whole character; 15 ms measured.
    for (const unit of ['\u0301', '👨‍', '🇸']) {
      const text = `я${unit.repeat(100_000)}`;
      assert.ok(leastCpuMs(() => segmentText(text, { transliterate: true }), 300) < 300, unit);
    }
  });

  it('segments a text of 95 letters quickly', () => {
    const text =
      'Bonjour, votre commande est prête. Merci de passer avant 18h. Code 1234, montant 5000 F. Jokko!'.slice(
        0,
        95,
      );
    for (const each of [text.replace('ê', 'é'), text]) {
      const segmentMany = (): void => {
        for (let round = 0; round < 1_000; round++) segmentText(each, { transliterate: true });
      };
      // 200,000 a second are asked for and 300,000 to 3,000,000 measured: 0.3 to 3 ms.
      assert.ok(leastCpuMs(segmentMany, 50) < 50);
    }
  });
});
