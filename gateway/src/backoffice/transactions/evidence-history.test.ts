// What the printed evidence says of a transaction's course, for each word that the program has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorClasses } from '@jokko/contract';
import { ledgerVerbTexts } from '@jokko/contract/ledger-verbs';
import { attemptWords, claimWords, operationWords, reversalWords } from '@jokko/contract/portal';
import { evidenceHistory, type Evidence } from './evidence-history.ts';

const at = '2026-11-28T10:00:00.000Z';
const keysOf = <Key extends string>(words: { readonly [key in Key]: unknown }): Key[] =>
  Object.keys(words) as Key[];

/** One that has been through everything. */
const evidence = {
  createdAt: at,
  currency: 'XOF',
  attempts: keysOf(attemptWords).map((state, number) => ({
    number,
    purpose: number % 2 === 0 ? 'execute' : 'refund',
    state,
    sentAt: at,
    queries: 0,
    route: null,
    ours: null,
    theirs: null,
    cause: null,
  })),
  transitions: keysOf(operationWords).map((to) => ({ from: 'READY', to, reason: 'accept', at })),
  transfers: keysOf(ledgerVerbTexts.fr).map((kind) => ({
    id: '9',
    kind,
    verb: kind,
    debit: 'available',
    credit: 'held',
    amount: 15_000_000n,
    at,
  })),
  callbacks: [
    {
      host: null,
      attempts: [null, ...errorClasses].map((errorClass, number) => ({
        number,
        httpStatus: null,
        errorClass,
        at,
      })),
    },
  ],
  reversals: keysOf(reversalWords).map((state) => ({
    state,
    askedBy: 'Awa',
    decidedBy: null,
    askedAt: at,
  })),
  claims: keysOf(claimWords).map((status) => ({ reference: 'R1', status, openedAt: at })),
} as unknown as Evidence;

test('no word of the program stands in the printed course of a transaction', () => {
  for (const language of ['fr', 'en'] as const)
    for (const { text } of evidenceHistory(evidence, language)) {
      const said = text.replaceAll(/XOF|SMS|HTTP|DNS|TLS|R1/g, '');
      assert.doesNotMatch(said, /[A-Z]{3,}|_|undefined|null|\b(?:held|available|accept)\b >/, text);
    }
});

test('a course is told in the language of the reader', () => {
  const told = (language: 'fr' | 'en') =>
    evidenceHistory(evidence, language).map(({ text }) => text);
  assert.ok(told('fr').includes('Statut : prête > acceptée par le fournisseur'));
  assert.ok(told('en').includes('Status: ready > accepted by the provider'));
  assert.ok(told('fr').includes('Écriture : Montant retenu · 1500 XOF'));
  assert.ok(told('fr').includes('Callback, tentative 0 : livré'));
});
