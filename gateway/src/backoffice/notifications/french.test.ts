// Proves that every message in French has its spaces before signs, on every channel, and that
// figures and prices stand in messages with their currency.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from './compose.ts';
import type { AlertItem, ApprovalTold, NotificationKind, NotificationParameters } from './kinds.ts';
import { html, plainText, smsText } from './message.ts';

const asked: ApprovalTold = {
  side: 'operator',
  request: 'fund',
  id: 12,
  account: 'Boutique',
  by: 'Awa',
  reason: 'Avance',
  amount: { amount: '1500', currency: 'XOF', signed: true },
  changes: [
    {
      subject: 'price',
      name: 'OPA_SN',
      before: { code: 'OPA_SN', price: { percent: '1', fixed: '0' }, currency: 'XOF' },
      after: { code: 'OPA_SN', price: { percent: '1.5', fixed: '25' }, currency: 'XOF' },
    },
    {
      subject: 'bankAccount',
      name: null,
      before: { word: 'Exploitation Sénégal · SN08SN0100152000048500003035' },
      after: { word: 'Exploitation Sénégal · SN08SN0100152000048500003035' },
    },
  ],
};
const alert: AlertItem = {
  id: 7,
  rule: 'float',
  subject: 'WAVE_SN XOF',
  severity: 'critical',
  value: 499_000,
  raisedAt: '2026-11-28T03:04:00.000Z',
};

/** A kind without a sample does not compile. */
const samples: { readonly [Kind in NotificationKind]: NotificationParameters[Kind] } = {
  invitation: { company: 'Boutique', by: 'Awa', role: 'owner' },
  reset: { secondFactors: true },
  alert: {
    what: 'raised',
    critical: true,
    items: [alert, { ...alert, rule: 'callbacks', value: 60 }],
    count: 3,
  },
  subscription: { key: 'k' },
  incident: { what: 'opened', title: 'Wave', text: 'Paiements retardés : patientez.', key: 'k' },
  approval: asked,
  decision: { ...asked, outcome: 'failed', decidedBy: 'Fatou', note: 'Vu' },
  claim: { reference: 'C1', account: 'Boutique', status: 'RESOLVED' },
  balance: { account: 'Boutique', currency: 'XOF', available: '10', minimum: '500' },
  member: { account: null, name: 'Awa', email: 'awa@example.sn', by: 'Fatou' },
  key: { account: 'Boutique', what: 'key', made: 'new', by: null },
  customerAnswer: { text: 'Votre paiement a réussi : 1 500 F CFA !' },
  report: {
    report: 'morningProof',
    by: null,
    schedule: 1,
    key: 'k',
    points: 2,
    from: '2026-11-28T00:00:00Z',
    until: '2026-11-29T00:00:00Z',
    firstDay: '2026-11-28',
    lastDay: '2026-11-28',
    figures: [
      { name: 'available', of: null, amount: '1500000', currency: 'XOF' },
      { name: 'difference', of: 'WAVE_SN', amount: '-250', currency: 'XOF' },
    ],
  },
  test: {},
};
const kinds = Object.keys(samples) as NotificationKind[];
const where = { baseUrl: 'https://pay.sn', token: null };

/** The addresses are no French, and neither is what makes an e-mail look well. */
const wordsOf = (text: string): string =>
  text.replaceAll(/https?:\S+|<[^>]*>|&\w+;|\d\d:\d\d/g, ' x ');

const missing = /[\p{L}\p{N}»)][:;!?](?=\s|$)/mu;
const breaks = /« | [»:;!?]/;

test('French has a space before : ; ! ? in every message, at which no line breaks', () => {
  for (const kind of kinds) {
    const sample = { kind, parameters: samples[kind], language: 'fr' } as const;
    const message = compose(sample, where);
    for (const text of [plainText(message, 'fr'), html(message, 'fr')]) {
      const words = wordsOf(text);
      assert.doesNotMatch(words, missing, `${kind}: ${words}`);
      assert.doesNotMatch(words.replaceAll(' x ', ''), breaks, `${kind}: ${words}`);
    }
    assert.doesNotMatch(wordsOf(smsText(message, 'fr')).replaceAll('; ', ''), missing, kind);
  }
});

test('English has none', () => {
  for (const kind of kinds) {
    const message = compose({ kind, parameters: samples[kind], language: 'en' }, where);
    if (kind !== 'customerAnswer' && kind !== 'incident')
      assert.doesNotMatch(wordsOf(plainText(message, 'en')), /[\s\u00a0\u202f][:;!?](?=\s)/, kind);
  }
});

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const written = (kind: NotificationKind): string =>
  plain(plainText(compose({ kind, parameters: samples[kind], language: 'fr' }, where), 'fr'));

test('F11 the bank account is named whole, though approval does not change it', () => {
  const name = 'Exploitation Sénégal · SN08SN0100152000048500003035';
  assert.ok(written('approval').includes(`\nPar notre compte bancaire : ${name}\n`));
});

test('a price is told with its currency, and a report with its figures and its day', () => {
  assert.match(written('approval'), /^Tarif · OPA_SN : 1 % \+ 0 F CFA → 1\.5 % \+ 25 F CFA$/m);
  assert.match(written('report'), /^Preuve du matin du 28 nov\. 2026 : 2 à examiner$/m);
  assert.match(written('report'), /^Développeurs, disponible : 1 500 000 F CFA$/m);
  assert.match(written('report'), /^Écart chez le fournisseur · WAVE_SN : -250 F CFA$/m);
});
