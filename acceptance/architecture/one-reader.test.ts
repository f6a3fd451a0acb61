// Refuses a second reader of what has one: phone numbers and numbers of bank accounts, the letters
// of text files, letters that become others, and what is not seen in a text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

interface Kind {
  name: string;
  /** Where it is decided. */
  homes: readonly string[];
  /** What only such a reader holds. */
  signs: readonly RegExp[];
  /** Files that hold it for another purpose. */
  others: readonly string[];
}

/** A set of characters with a dash or dot beside a space, as whoever cleans a number writes it. */
const separatorSet =
  /replace(?:All)?\(\s*\/\[(?=[^\]]*(?:\\s| |\\u00a0))(?=[^\]]*[.+-])(?![^\]]*[\^a-zA-Z]-[a-zA-Z])[^\]]*\]\+?\/g?u?/;

/** All but the digits thrown away: letters and slashes would go without a word. */
const digitsAlone = /replace(?:All)?\(\s*\/(?:\\D|\[\^(?:\\d|0-9))/;
/** The characters of an account, by whoever thinks of spaces alone. */
const capitals = /\\s\+?\/g, ''\)\s*\.toUpperCase/;

const kinds: readonly Kind[] = [
  {
    name: 'what stands between the characters of a number',
    homes: ['contract/src/number-text.ts'],
    signs: [separatorSet, digitsAlone, capitals, /\\p\{Pd\}/, /Default_Ignorable/],
    // Letters, times, amounts, references, words of an SMS, codes, minutes.
    others: [
      'connectors/kit/bank-statement/references.ts',
      'connectors/mpesa/call.ts',
      'contract/src/kinds/card.ts',
      'contract/src/latin-letters.ts',
      'contract/src/seen-text.ts',
      'gateway/src/backoffice/reconciliation/plain-words.ts',
      'gateway/src/backoffice/reconciliation/read-line.ts',
      'gateway/src/backoffice/users/recovery-codes.ts',
      'gateway/src/messaging/routing/inbound.ts',
      'gateway/src/payments/request-log/reported-members.ts',
      'gateway/src/platform/spreadsheet/xlsx-stream.ts',
      'portal/src/pages/reconciliation/mapping-form.tsx',
    ],
  },
  {
    name: 'what is not seen in a text',
    homes: ['contract/src/seen-text.ts'],
    signs: [/\\p\{C[cfnos]?\}/, /\\u202[a-e]/i, /\\u206[69]/, /\\p\{Z[lp]\}/],
    // What carriers and providers write is made storable, an SMS fit for its alphabet, and octets
    // of an SMS told from no text.
    others: [
      'connectors/kit/byte-order.ts',
      'connectors/kit/provider-error.ts',
      'connectors/kit/sms-part-id.ts',
      'connectors/smpp/inbound/text.ts',
      'contract/src/sms/replacements.ts',
      'gateway/src/messaging/delivery/recorder.ts',
    ],
  },
  {
    name: 'the letters of a text file',
    homes: ['gateway/src/platform/text-encoding.ts'],
    signs: [/windows-1252|cp850|macintosh/, /\bsetEncoding\(/],
    // SMS say their alphabet, or have it found out.
    others: [
      'connectors/kit/text-of-octets.ts',
      'contract/src/sms/endpoints/send-sms.ts',
      'contract/src/sms/fields.ts',
      'gateway/src/messaging/api/charset.ts',
    ],
  },
  {
    name: 'words without accents',
    homes: ['gateway/src/backoffice/reconciliation/plain-words.ts'],
    signs: [/\\p\{Mn?\}\/gu?, ''/],
    // Stop words, what is printed, and what is searched for.
    others: [
      'gateway/src/messaging/routing/inbound.ts',
      'gateway/src/platform/print/printable.ts',
      'portal/src/pages/sandbox/find-errors.ts',
      'portal/src/pages/search/own.tsx',
    ],
  },
  {
    name: 'the new numbers of Benin',
    homes: ['contract/src/number-text.ts'],
    signs: [/22901\$1/, /\^229/],
    others: [],
  },
  {
    name: 'letters that become others',
    homes: ['contract/src/latin-letters.ts'],
    signs: [/[ɓɗŋƙ]/i],
    others: [],
  },
];

const product = readSources()
  .filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path))
  .filter(({ path }) => /^(contract|connectors|gateway|portal)\//.test(path));

test('each kind of text from outside has one reader', () => {
  const texts = product;
  for (const { name, homes, signs, others } of kinds) {
    const holders = texts.filter(({ text }) => signs.some((sign) => sign.test(text)));
    assert.deepEqual(
      holders.map(({ path }) => path).toSorted(),
      [...homes, ...others].toSorted(),
      `${name}: use the reader of ${homes.join(', ')}`,
    );
  }
});

test('whatever writes for people shows each character of what strangers wrote', () => {
  const writers = product.filter(({ text }) => /\bseen(?:Text|Json)\(/.test(text));
  assert.deepEqual(
    writers.map(({ path }) => path),
    [
      'contract/src/html.ts',
      'contract/src/portal/encode.ts',
      // Names under which files are saved.
      'gateway/src/backoffice/approvals/attach-file.ts',
      // E-mails and SMS to people.
      'gateway/src/backoffice/notifications/compose.ts',
      'gateway/src/backoffice/notifications/texts/names.ts',
      ...['gateway/src/cli/confirm.ts', 'gateway/src/cli/output.ts', 'gateway/src/cli/table.ts'],
      'gateway/src/platform/http/portal/csv.ts',
      'gateway/src/platform/print/printable.ts',
      'gateway/src/platform/spreadsheet/xlsx-stream.ts',
    ],
  );
});

test('lines are read by `readline` only where whoever writes them writes no line separator', () => {
  const readers = readSources().filter(({ text }) => /'(?:node:)?readline\b/.test(text));
  assert.deepEqual(
    readers.map(({ path }) => path),
    [
      // What processes of the tests print: ASCII alone.
      'acceptance/p-own-sms-connector.long.test.ts',
      'acceptance/sdks/runners.ts',
      'acceptance/simulation/workers.ts',
      'connectors/kit/conformance/simulator-process.ts',
      // A person at a terminal.
      'gateway/src/cli/confirm.ts',
      // Calls of the tests.
      'sdks/typescript/conformance/runner.ts',
    ],
  );
});

test('a second reader is noticed however it is written', () => {
  for (const line of [
    "text.replace(/[ .\\-\\u00a0\\u202f]/g, '')",
    "text.replaceAll(/[\\s.-]/g, '')",
    "text.replaceAll(/[\\s+().-]/g, '')",
    "given.replace(/[ .-]/g, '')",
    "typed.replaceAll(/[^\\d+\\s]/g, '')",
    "typed.replace(/[^0-9]/g, '')",
    "typed.replaceAll(/\\D/g, '')",
    "account.replace(/\\s/g, '').toUpperCase()",
  ])
    assert.ok(
      [separatorSet, digitsAlone, capitals].some((sign) => sign.test(line)),
      line,
    );
});
