// Proves that the texts say what rules H7 and K13–K14 demand, in both languages.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  codeMeanings,
  codes,
  fieldErrors,
  fieldProblems,
  invalidFieldsText,
  languages,
  texts,
} from '../src/index.ts';

describe('texts', () => {
  it('H7 success words are the same in both languages', () => {
    for (const language of languages) {
      assert.equal(texts[language].success(), 'Successfully operation');
      assert.equal(texts[language].ok(), 'OK');
    }
  });

  it('K14 a notification ends with its bare link', () => {
    const link = 'https://gateway.example/deep/1396639104231?t=abc';
    const values = { link, service: 'CashOut Opc', amount: '1350 CFA' };
    for (const language of languages) {
      for (const text of [
        texts[language].linkNotification(values),
        texts[language].qrNotification(values),
      ]) {
        assert.equal(/https?:\/\/\S+/.exec(text)?.[0], link);
        assert.match(text, /1350 CFA/);
      }
    }
  });

  it('counts bills in the grammar of the language', () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => texts.fr.pendingBills({ count })),
      [
        'Aucune facture impayée pour ce compte',
        '1 facture impayée en attente pour ce compte',
        '2 factures impayées en attente pour ce compte',
      ],
    );
    assert.match(texts.en.pendingBills({ count: 1 }), /^1 unpaid bill /);
    assert.match(texts.en.pendingBills({ count: 2 }), /^2 unpaid bills /);
  });

  it('callback and refund texts name what clients read there', () => {
    for (const language of languages) {
      const callback = texts[language].callback({
        typeOperation: 'DEBIT',
        service: 'Reload transport card',
        provider: 'RELOADA',
        voucher: null,
      });
      assert.match(callback, /DEBIT .*Reload transport card RELOADA$/);
      const bought = texts[language].callback({
        typeOperation: 'DEBIT',
        service: 'Meter',
        provider: 'RELOADB',
        voucher: '1234 5678',
      });
      assert.match(bought, /Code ?: 1234 5678$/);
      assert.match(
        texts[language].refunded({ service: 'CashOut Opc', amount: '50 CFA' }),
        /CashOut Opc .*50 CFA/,
      );
      assert.match(
        texts[language].chatAccepted({ phoneE164: '+221770000001' }),
        /221770000001 \(\+221770000001\)$/,
      );
    }
  });

  it('has a sentence for each problem of a field', () => {
    for (const language of languages) {
      const errors = fieldErrors(
        fieldProblems.map((problem) => ({ field: 'phone', problem })),
        language,
      );
      assert.equal(
        new Set(errors.map(({ message }) => message)).size >= fieldProblems.length - 1,
        true,
        'sentences differ',
      );
      for (const { message } of errors) assert.match(message, /^phone \S/);
      assert.match(
        invalidFieldsText(
          [
            { field: 'a', problem: 'missing' },
            { field: 'a', problem: 'empty' },
            { field: 'b', problem: 'missing' },
          ],
          language,
        ),
        /a, b\.$/,
      );
    }
  });
});

describe('H3 codes', () => {
  it('are the table of the decision', () => {
    assert.deepEqual(Object.values(codes), [2000, 4000, 4001, 4003, 4004, 4009, 4022, 4029, 5000]);
    assert.deepEqual(Object.keys(codeMeanings), Object.keys(codes));
  });
});
