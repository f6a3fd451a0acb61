// Which characters a text may hold that one person writes and another reads, and how the others are
// shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstUnseen, seenJson, seenText } from '../src/index.ts';
import { makePortalCheck, makePortalEncoder, portalRoutes } from '../src/portal/index.ts';
import type { Schema } from '../src/portal/encode.ts';

test('names as people of the region write them are read', () => {
  for (const name of [
    ...['Awa Ndiaye-Sène', 'N’Diaye & Fils', 'Ẹ̀bùn Ọlá', 'Ɓóowéel', 'Société : SARL'],
    // Arabic with its vowels, Ajami, N’Ko, Adlam, Tifinagh, Ethiopic.
    ...['أَحْمَدُ بْنُ', 'مُحَمَّدٌ', 'وࢥَلࢥَفْ', 'ߞߊ߲ߕߋ', '𞤀𞤣𞤤𞤢𞤥', 'ⴰⵎⵣⵉⵖ', 'አበበ'],
    // A non-joiner and joiners where letters change with them, and what pictographs are made of.
    ...[
      'نامه\u200cای',
      'क्\u200dष',
      'ක්\u200dර',
      '👩\u200d🌾',
      '❤\ufe0f',
      '👩🏾\u200d⚕\ufe0f',
      '1\ufe0f\u20e3',
    ],
  ])
    assert.equal(firstUnseen(name.normalize('NFC'), 'line'), null, name);
});

test('what is not seen, turns the writing round or piles up is refused by its name', () => {
  for (const [text, character] of [
    ['Awa\u202eadmin', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
    ['\u2066Awa\u2069', 'U+2066 LEFT-TO-RIGHT ISOLATE'],
    ['Awa\u200f', 'U+200F RIGHT-TO-LEFT MARK'],
    ['Awa\u061c', 'U+061C ARABIC LETTER MARK'],
    ['A\u200bwa', 'U+200B ZERO WIDTH SPACE'],
    ['A\u200dwa', 'U+200D ZERO WIDTH JOINER'],
    ['نامه\u200c', 'U+200C ZERO WIDTH NON-JOINER'],
    ['نا\u200c\u200cمه', 'U+200C ZERO WIDTH NON-JOINER'],
    ['A\u00adwa', 'U+00AD SOFT HYPHEN'],
    ['A\ufe0fwa', 'U+FE0F VARIATION SELECTOR-16'],
    ['\u3164', 'U+3164 HANGUL FILLER'],
    ['\u2800', 'U+2800 BRAILLE PATTERN BLANK'],
    ['\u{e0041}', 'U+E0041 TAG'],
    ['\u{e0100}', 'U+E0100 VARIATION SELECTOR'],
    ['\u0378', 'U+0378 UNASSIGNED'],
    ['\ue000', 'U+E000 PRIVATE USE'],
    ['\ud800', 'U+D800 SURROGATE'],
    ['a\u2028b', 'U+2028 LINE SEPARATOR'],
    ['a\u001b[31m', 'U+001B ESCAPE'],
    ['a\u009b31m', 'U+009B CONTROL CHARACTER'],
    ['a\nb', 'U+000A LINE FEED'],
    [`a${'\u0335'.repeat(5)}`, 'U+0335 COMBINING MARK'],
  ] as const)
    assert.equal(firstUnseen(text, 'line'), character, character);
  assert.equal(firstUnseen('two\r\nlines\tand', 'lines'), null);
  assert.equal(firstUnseen('two\rlines', 'lines'), 'U+000D CARRIAGE RETURN');
});

test('what strangers wrote is shown with each of its characters', () => {
  assert.equal(seenText('gpj\u202e.exe\u001b[2J'), 'gpj⟨U+202E⟩.exe⟨U+001B⟩[2J');
  assert.equal(seenText('a\nb\tc'), 'a\nb\tc');
  assert.equal(seenText('a\nb', 'line'), 'a⟨U+000A⟩b');
  assert.equal(seenText(`z${'\u0300'.repeat(6)}`), `z${'\u0300'.repeat(4)}⟨U+0300⟩⟨U+0300⟩`);
  const value = { name: 'a\u202e\u{e0041}\u009b\u001b' };
  const json = seenJson(JSON.stringify(value));
  assert.match(json, /^[\x20-\x7e]+$/);
  assert.deepEqual(JSON.parse(json), value);
});

test('every text of a request is read, except those of this list', () => {
  const free = new Set<string>();
  for (const [name, route] of Object.entries(portalRoutes)) {
    const parts = route as { query?: Schema; body?: Schema; params?: Schema };
    // What is only looked up is read by nobody else.
    if (name.startsWith('GET ')) continue;
    for (const part of ['params', 'query', 'body'] as const)
      collectFree(parts[part], `${name} ${part}`, free);
  }
  assert.deepEqual(
    [...free].toSorted(),
    [
      // Compared with a hash, and shown to nobody.
      ...['POST first-operator body.password', 'POST invitations/accept body.password'],
      ...['POST password body.password', 'POST password body.present'],
      // Read as the number of a bill's account.
      'POST inquiries/bills body.accountNumber',
      // Read as the number of a phone.
      'POST operator/alert-settings body.settings.people[].phone',
      // Settings of connectors, keys and certificates among them, and documents: both are shown to
      // approvers.
      ...[
        'POST operator/drafts/connector body.entry.values[].value',
        'POST operator/drafts/import body.text',
      ],
      'POST operator/drafts/text body.text',
      // Headings and words as a file has them, and names that files have.
      ...mappingTexts('POST operator/reconciliation/begin body.mapping'),
      ...mappingTexts('POST operator/reconciliation/preview body.mapping'),
      'POST operator/reconciliation/upload body.name',
      'POST operator/approval-requests/attach query.name',
      'POST payouts/upload query.fileName',
      ...['POST register body.password', 'POST reset body.password'],
      // Found again by its owner alone.
      'POST saved-filters/save body.search',
      // Read as the number of an account or of a phone.
      'POST settlements/destinations body.number',
      'POST sign-in body.password',
      ...['POST sms/opt-outs body.numbers[]', 'POST sms/opt-outs/remove body.number'],
      // What its recipients get, letter by letter.
      ...['POST sms/preview body.content', 'POST sms/preview body.numbers[]'],
      ...['POST sms/send body.content', 'POST sms/send body.numbers[]'],
      'POST step-up body.password',
    ].toSorted(),
  );
});

const mappingTexts = (mapping: string): string[] => [
  // As the bank writes it in its file, with which it is compared.
  `${mapping}.account`,
  ...[
    'amount',
    'amountOut',
    'balance',
    'currency',
    'direction',
    'fee',
    'ourReference',
    'providerReference',
  ]
    .concat('status', 'time')
    .map((name) => `${mapping}.columns.${name}`),
  ...['failed', 'in', 'out', 'pending', 'reversed', 'success'].map(
    (name) => `${mapping}.words.${name}[]`,
  ),
];

function collectFree(schema: Schema | undefined, place: string, found: Set<string>): void {
  if (schema === undefined) return;
  if (schema.text === 'free') found.add(place);
  for (const branch of schema.anyOf ?? []) collectFree(branch, place, found);
  collectFree(schema.items, `${place}[]`, found);
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    collectFree(member, `${place}.${name}`, found);
  for (const member of Object.values(schema.patternProperties ?? {}))
    collectFree(member, `${place}.*`, found);
}

test('every text of an answer is seen, except those that go back as they came', () => {
  const free = new Set<string>();
  for (const [name, route] of Object.entries(portalRoutes))
    collectFree(route.answer as Schema, name, free);
  assert.deepEqual(
    [...free].filter((place) => !place.includes('.mapping.')),
    [
      // As it was read.
      'GET operator/alert-settings.settings.people[].phone',
      'GET operator/drafts/:kind/:id/text.text',
      'POST operator/reconciliation/preview.rows[].cells[]',
    ],
  );
});

test('a field that somebody adds is read without further ado', () => {
  const { body } = portalRoutes['POST inquiries/quote'];
  const quote = { service: 'OPA', amount: '1', sendData: { a: [{ b: 'x\u202ey' }] } };
  assert.deepEqual(makePortalCheck(body)(quote).faults, [
    {
      field: 'sendData.a.0.b',
      problem: 'badCharacters',
      character: 'U+202E RIGHT-TO-LEFT OVERRIDE',
    },
  ]);
  const composed = { ...quote, sendData: { name: 'Se\u0300ne' } };
  assert.deepEqual(makePortalCheck(body)(composed).value, {
    ...quote,
    sendData: { name: 'Sène' },
  });
  const encode = makePortalEncoder(portalRoutes['GET operator/search'].answer);
  const found = { accounts: [{ id: 1, name: 'A\u202eb', suspended: false }] };
  assert.deepEqual(encode(found), {
    accounts: [{ id: 1, name: 'A⟨U+202E⟩b', suspended: false }],
  });
});
