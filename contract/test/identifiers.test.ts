// Proves that service codes, transaction ids and bank accounts are read as the rules say.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  accountOfRib,
  countryOfCode,
  isServiceCode,
  kindOfCode,
  needsCountryCode,
  normaliseRib,
  readTransactionId,
  typeOperationOf,
  typeServiceFitsCode,
  typeServiceOfCode,
} from '../src/index.ts';
import type { TypeService } from '../src/index.ts';
import { wireExample } from './wire-examples.ts';

describe('service codes', () => {
  it('the documented catalogue follows suffix and pairing rules', () => {
    const { services } = wireExample('services').response as {
      services: { codeService: string; typeService: TypeService; typeOperation: string }[];
    };
    assert.ok(services.length > 20);
    for (const { codeService, typeService, typeOperation } of services) {
      assert.equal(typeServiceOfCode(codeService), typeService, codeService);
      assert.equal(typeOperationOf[typeService], typeOperation, codeService);
      assert.equal(isServiceCode(codeService), true);
    }
  });

  it('tell country, route and family', () => {
    assert.equal(typeServiceOfCode('OPB_CI_API_CASH_OUT_2'), 'CASHOUT');
    assert.equal(typeServiceOfCode('NOTHING_KNOWN'), null);
    assert.equal(typeServiceFitsCode('COMMUNITYA_SN_BILL_PAY', 'BILL_BUY_RELOAD'), true);
    assert.equal(typeServiceFitsCode('OPA_SN_API_CASH_IN', 'CASHOUT'), false);
    assert.equal(countryOfCode('OPA_BJ_AIRTIME_CREDIT_TELEPHONIQUE'), 'BJ');
    assert.equal(countryOfCode('OPD_SN_WALLET_CASH_IN'), 'SN');
    assert.equal(countryOfCode('BANK_CARD_API_CASH_OUT'), null);
    assert.deepEqual(
      ['BANK_CARD_API_CASH_OUT', 'CHAT_MESSAGING', 'OPA_SN_API_CASH_IN'].map(needsCountryCode),
      [true, true, false],
    );
    const families = [
      'OPA_SN_API_CASH_IN',
      'OPA_SN_API_CASH_OUT',
      'BILLERA_SN_BILL_PAY',
      'RELOADA_SN_BILL_RELOAD',
      'REMIT_SN_API_CASH_IN',
      'REMIT_SN_API_CASH_OUT',
    ];
    assert.deepEqual(
      families.map((code) => kindOfCode(code).form.name),
      ['plain', 'wallet', 'billPay', 'reload', 'remitSend', 'remitReceive'],
    );
  });
});

describe('S5 transaction ids', () => {
  it('are read as issued, as a number and with a leading T', () => {
    for (const given of ['1396639104231', 'T1396639104231', 1396639104231, 'T01396639104231'])
      assert.equal(readTransactionId(given), '1396639104231');
    for (const given of [
      '',
      'T',
      'TT1',
      '12a',
      '0',
      0,
      -1,
      1.5,
      2 ** 53,
      '9007199254740993',
      '1e5',
      null,
      {},
    ])
      assert.equal(readTransactionId(given), null);
  });
});

describe('O7 RIB', () => {
  // The account numbers inside the published IBAN examples of Côte d'Ivoire, Senegal and Benin.
  const real = [
    'CI00801113011342912005 89'.replace(' ', ''),
    'SN010 01520 000485000030 35',
    'BJ061 01001 001443900007 69',
  ];

  it('accepts numbers whose key is right, and finds a changed digit', () => {
    for (const rib of real) assert.equal(normaliseRib(rib), rib.replaceAll(' ', ''));
    fc.assert(
      fc.property(
        fc.constantFrom(...real),
        fc.integer({ min: 5, max: 23 }),
        fc.integer({ min: 1, max: 9 }),
        (rib, place, by) => {
          const digits = [...rib.replaceAll(' ', '')];
          digits[place] = String((Number(digits[place]) + by) % 10);
          assert.equal(normaliseRib(digits.join('')), null);
        },
      ),
    );
  });

  it('accepts key 00 only where asked to, and only 24 characters', () => {
    assert.equal(normaliseRib('SN000 00000 000000000000 00'), null);
    assert.equal(
      normaliseRib('SN000 00000 000000000000 00', { acceptZeroKey: true }),
      'SN0000000000000000000000',
    );
    assert.equal(normaliseRib('SN010 01520 000485000030', { acceptZeroKey: true }), null);
    assert.equal(accountOfRib('SN0100152000048500003035'), '000485000030');
  });
});
