// Proves that what callers most likely meant is found, that nobody is led astray, and that looking
// costs nothing that grows with what a stranger sends.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  checkOperation,
  fieldErrors,
  nearestWord,
  operationMembers,
  withMembersMeant,
} from '../src/index.ts';

const codes = [
  'OPA_SN_API_CASH_IN',
  'OPA_SN_API_CASH_OUT',
  'OPD_SN_WALLET_CASH_IN',
  'BANK_CARD_API_CASH_OUT',
];

it('finds another spelling, a missing part, and up to three letters', () => {
  for (const [given, meant] of [
    ['opa_sn_api_cash_in', 'OPA_SN_API_CASH_IN'],
    ['OPA-SN-API-CASH-OUT', 'OPA_SN_API_CASH_OUT'],
    ['OPA_SN_CASH_IN', 'OPA_SN_API_CASH_IN'],
    ['OPA_SN_API_CASHOUT', 'OPA_SN_API_CASH_OUT'],
    ['BANK_CARD_CASH_OUT', 'BANK_CARD_API_CASH_OUT'],
    ['OPA_SM_APY_CASH_IN', 'OPA_SN_API_CASH_IN'],
  ] as const)
    assert.equal(nearestWord(given, codes), meant, given);
  assert.equal(
    nearestWord('externalId', ['externalTransactionId', 'phone']),
    'externalTransactionId',
  );
  assert.equal(nearestWord('fone', ['phone', 'amount']), 'phone');
});

it('tells nothing where nothing or too much is near', () => {
  for (const given of ['OPA_SN_API_CASH', 'XYZ', '', 'x'.repeat(65), '   ', '__proto__'])
    assert.equal(nearestWord(given, codes), null, given);
  assert.equal(nearestWord('cat', ['dog', 'cow', 'sum']), null, 'a short word is no other one');
});

it('a member that was meant for an absent one is named, at most once', () => {
  const body = { externalId: 'a', extTransactionId: 'b', amount: 5, codeService: 'X' };
  assert.deepEqual(
    fieldErrors(checkOperation(body), 'en').flatMap(({ suggestion }) => suggestion ?? []),
    ['Did you mean externalTransactionId instead of externalId?'],
  );
  const phone = { field: 'phone', problem: 'invalidPhone' } as const;
  assert.deepEqual(withMembersMeant([phone], { phon: '77' }, operationMembers)[0]?.suggestion, {
    type: 'member',
    given: 'phon',
    meant: 'phone',
  });
  assert.deepEqual(withMembersMeant([phone], { phone: '77', phon: '77' }, []), [phone], 'present');
  const complete = { amount: 5, phone: '770000001', codeService: 'X', externalTransactionId: 'a' };
  assert.deepEqual(checkOperation({ ...complete, amont: 5 }), [], 'unknown members are ignored');
});

it('a body of unknown members is looked at no further than its first fifty', () => {
  const strange = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`member${n}`, n]));
  const faults = checkOperation({ ...strange, externalId: 'a' });
  assert.ok(faults.every(({ suggestion }) => suggestion === undefined));
});
