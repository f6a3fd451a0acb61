// Proves which texts are marked, so that a spreadsheet that opens and saves them changes none, and
// that the mark is taken off again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { marked, withoutMark } from './mark.ts';

/** What Excel, in French or English, and LibreOffice make something else of. */
const taken = [
  ...['0012', '000', '123456789012', '123456789012345678', '9'.repeat(400)],
  ...['48213e7', '1E5', '2.21771E+11', '1e-3', '1.10', '1,10', '.5', '5.', '1 500', '1\u202f500'],
  ...['3-4', '3/4', '03/04/2026', '2026-11-27', '3-4-26', '3.4.26', '12:30', '12:30:15', '3 pm'],
  ...['8:05 AM', '1/2', '3 1/2', '50%', '(5)', '5-', '$5', '5 €', '1 500 F CFA', 'XOF 1500'],
  ...['12 F', '4 mars', 'mars-26', '4-mars-26', 'MAR1', 'Dec-12', '1 août 2026', 'june 7'],
  ...['TRUE', 'faux', '#N/A', '#REF!', '=1+1', '+1', '-2', '@a', '\t1', '＝1+1', '１２３', ' 12'],
];
/** What stays as it is. */
const kept = [
  ...['12', '0', '77123456789', 'INV-1', 'A0012', 'Lot 12', 'Awa Fall', 'mars', 'Mai', 'é'],
  ...['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '12 rue Mermoz', '', "d'Arc", 'SMS 3/4 reçus', 'e'],
];

test('what a spreadsheet would change is marked, and nothing else', () => {
  for (const text of taken) assert.equal(marked(text), `'${text}`, text);
  for (const text of kept) assert.equal(marked(text), text, text);
});

test('property: the mark comes off again, whatever was written', () => {
  const texts = fc.string({
    unit: fc.constantFrom("'", '0', '1', '7', '-', '=', '+', '/', ' ', 'e', 'a', ',', 'mars'),
  });
  fc.assert(fc.property(texts, (text) => assert.equal(withoutMark(marked(text)), text)));
  for (const text of [...taken, ...kept, "'0012", "''12", "'Awa", "'=1", "''+1", "'#N/A"])
    assert.equal(withoutMark(marked(text)), text, text);
});
