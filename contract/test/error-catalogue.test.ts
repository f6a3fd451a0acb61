// Proves that the error catalogue is complete, in both languages, and as the interface lists it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  errorCatalogue,
  errorCodeOf,
  errorIds,
  errorText,
  firstIdOfCode,
  isErrorId,
  languages,
  notMultipleOf,
  reservedErrorIds,
} from '../src/index.ts';

/** The list of the interface description: code, then its ids. */
const described: [code: string, ids: string][] = [
  ['invalid_phone_number', '1'],
  ['insufficient_balance', '2 26 101 110 111 115 120 123 124'],
  ['logged-out-user-session', '3'],
  ['payment-timeout', '4'],
  ['no_opa_account', '5 9 23'],
  ['exceeds-limit-time', '6 7 8 20 21'],
  ['user_account_suspended', '11'],
  ['chat_user_not_found', '12'],
  ['opa_number_not_allowed', '14'],
  ['bad_amount_50', '15'],
  ['bad_amount_100', '16'],
  ['bad_amount_5', '38'],
  ['bad_amount_200', '86'],
  ['bad_amount_500', '87'],
  ['bad_amount', '116'],
  ['opa_operator_internal_error', '17 117'],
  ['monthly_max_amount_cumul_reached', '18 22 27 36 40 42 68 73 82 91 92 129 130'],
  ['connexion_error', '19 54 56 63 64 70 71 78 79 80 81 94 95 102 105 125 126 128 131'],
  ['interval_max_amount_cumul_reached', '24 25 41 46 48 58 60 103'],
  ['operator_down_time', '28 133'],
  ['execution_error', '29 30 31 32 33 34 35 62 69 118 127'],
  ['balance_check_failed', '37'],
  ['no_opb_account', '39'],
  ['pos_already_connected', '43'],
  ['no_account', '44 45 59 76 84 88 89 93 97 98 106 107 109 112 119 121'],
  ['user_opa_suspended', '47'],
  ['distributor_not_allowed_for_transaction', '49'],
  ['weekly_max_amount_cumul_reached', '50 104'],
  ['daily_max_amount_cumul_reached', '51'],
  ['provider_low', '53'],
  ['error-unapproved-minor-cannot-receive', '55'],
  ['customer_balance_low', '57 96'],
  ['opb_number_not_allowed', '61'],
  ['expired-session', '66'],
  ['p2p-recipient-account-is-dormancy-blocked', '67'],
  ['recipient-account-blocked', '72 77'],
  ['recipient-account-inactive', '74 75'],
  ['bank_card_expired', '83'],
  ['redirect-url-error', '90'],
  ['partial_3ds_authentification', '99'],
  ['card_payment_rejected_by_issuer', '100'],
  ['bad_auth', '108'],
  ['internal_operator_error', '113 114'],
  ['transaction_expired', '134'],
  ['invalid_data', '135 136'],
  ['unknown_error', '10 13 52 65 85 122 132'],
];

describe('O14 error catalogue', () => {
  it('has the entry without id first, then ids 1 to 136', () => {
    assert.equal(errorCatalogue.length, 137);
    assert.deepEqual(
      errorCatalogue.map(({ id }) => id),
      [null, ...Array.from({ length: 136 }, (_, index) => index + 1)],
    );
    assert.equal(errorCatalogue[0]?.code, 'unknown_error');
  });

  it('gives each id the code of the interface', () => {
    const expected = new Map(
      described.flatMap(([code, ids]) => ids.split(' ').map((id) => [Number(id), code])),
    );
    assert.equal(expected.size, 136);
    for (const { id, code } of errorCatalogue)
      if (id !== null) assert.equal(code, expected.get(id), String(id));
    assert.deepEqual(
      reservedErrorIds.map((id) => errorCodeOf(id)),
      Array(7).fill('unknown_error'),
    );
  });

  it('has a text in each language, except for the two entries that are empty by contract', () => {
    for (const { id, message } of errorCatalogue) {
      for (const language of languages) {
        if (id === 3 || id === 55) assert.equal(message[language], '');
        else assert.match(message[language], /^\p{Lu}.{10,}\.$/u, `${id} ${language}`);
      }
      if (message.fr !== '') assert.notEqual(message.fr, message.en, String(id));
      assert.equal(
        message.fr.includes('__amount__'),
        message.en.includes('__amount__'),
        String(id),
      );
    }
  });

  it('O13 fills in the amount', () => {
    assert.equal(
      errorText(26, 'en', '200000'),
      'The balance of your account does not allow a payment of 200000 CFA.',
    );
    assert.equal(
      errorText(26, 'fr', "$&$'"),
      "Le solde de votre compte ne permet pas d'effectuer un paiement de $&$' CFA.",
    );
    assert.equal(errorText(null, 'en', '1'), errorCatalogue[0]?.message.en);
    for (const { id } of errorCatalogue)
      assert.doesNotMatch(errorText(id, 'fr', '1'), /__amount__/);
  });

  it('finds ids by code', () => {
    for (const [code, ids] of described)
      assert.equal(
        firstIdOfCode(code),
        code === 'unknown_error' ? null : Number(ids.split(' ')[0]),
      );
    assert.equal(firstIdOfCode('no_such_code'), null);
    assert.equal(isErrorId(136) && !isErrorId(0) && !isErrorId(137) && !isErrorId(1.5), true);
  });

  it('names the ids of rule O8', () => {
    const {
      insufficientBalance,
      belowMinimum,
      aboveMaximum,
      sameAmountSameRecipient,
      daily,
      weekly,
      monthly,
      cardExpired,
    } = errorIds;
    assert.deepEqual(
      [insufficientBalance, belowMinimum, aboveMaximum, sameAmountSameRecipient],
      [26, 116, 103, 6],
    );
    assert.deepEqual([daily, weekly, monthly, cardExpired], [51, 50, 18, 83]);
    for (const [step, id] of Object.entries(notMultipleOf))
      assert.equal(errorCodeOf(id), `bad_amount_${step}`);
  });
});
