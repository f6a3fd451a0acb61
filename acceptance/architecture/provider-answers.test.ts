// Refuses a second way of reading what providers answer: bodies, amounts and status words are read
// by the kit alone, which bears what providers are known to do to them.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

interface Kind {
  name: string;
  reader: string;
  signs: readonly RegExp[];
  /** Files that may: the reader itself, and protocols whose words are taken to the letter. */
  others: readonly string[];
}

const root = join(import.meta.dirname, '../..');

const kinds: readonly Kind[] = [
  {
    name: 'a body of JSON',
    reader: 'objectFromWire, listFromWire',
    signs: [/JSON\.parse\([\w.]+\.toString\(/, /JSON\.parse\(result/],
    others: ['connectors/kit/wire-json.ts'],
  },
  {
    name: 'an amount',
    reader: 'amountFromWire',
    signs: [/\bparseAmount\(/, /parseFloat\(/],
    others: ['connectors/kit/wire-money.ts'],
  },
  {
    name: 'an answer of a server that gave up',
    reader: 'gaveUp',
    signs: [/[sS]tatus\)? (?:>= |< )500/, /[!=]== 408\b/, /unclearCause\(\w+\) [!=]==/],
    others: ['connectors/kit/read-connection-test.ts', 'connectors/kit/unclear-cause.ts'],
  },
  {
    name: 'a status word',
    reader: 'wordMember',
    signs: [
      /textMember\(\w+, '\w*(?:[sS]tatus|statut)'\)/,
      /\['\w*(?:[sS]tatus|statut)'\] [=!]==/,
      /'TransactionStatus'\) [=!]==/,
    ],
    others: [
      ...['execute', 'read-given-back', 'read-payment', 'take-back'].map(
        (name) => `connectors/cybersource/${name}.ts`,
      ),
      'connectors/sandbox/read-operation.ts',
      'connectors/stripe/read-payment.ts',
      'connectors/stripe/read-refund.ts',
    ],
  },
];

test('what providers answer has one reader', () => {
  const sources = readSources().filter(
    ({ path }) =>
      /^connectors\/.*\.ts$/.test(path) && !isTest(path) && !path.includes('/conformance/'),
  );
  for (const { name, reader, signs, others } of kinds) {
    const holders = sources.filter(({ text }) => signs.some((sign) => sign.test(text)));
    assert.deepEqual(
      holders.map(({ path }) => path).toSorted(),
      others.toSorted(),
      `${name}: use ${reader} of the kit`,
    );
  }
});

test('the page of a provider says that a server that gave up refuses nothing', () => {
  const named = readSources().flatMap(({ path, text }) => {
    const [, name] = /^connectors\/([\w-]+)\//.exec(path) ?? [];
    const page = `docs/providers/${name}.md`;
    const judges = !isTest(path) && /\b(?:gaveUp|httpCarrier)\(/.test(text);
    return judges && existsSync(join(root, page)) ? [page] : [];
  });
  const pages = [...new Set(named)].toSorted();
  assert.ok(pages.length >= 15, pages.join(', '));
  for (const page of pages)
    assert.match(readFileSync(join(root, page), 'utf8'), /408[^|]*5xx|5xx[^|]*408/, page);
});
