// Finds the error of a catalogue id. Read from the interface description's table, independently of
// the gateway.

const idsByCode: { [code: string]: string } = {
  invalid_phone_number: '1',
  insufficient_balance: '2 26 101 110 111 115 120 123 124',
  'logged-out-user-session': '3',
  'payment-timeout': '4',
  no_opa_account: '5 9 23',
  'exceeds-limit-time': '6 7 8 20 21',
  user_account_suspended: '11',
  chat_user_not_found: '12',
  opa_number_not_allowed: '14',
  bad_amount_50: '15',
  bad_amount_100: '16',
  bad_amount_5: '38',
  bad_amount_200: '86',
  bad_amount_500: '87',
  bad_amount: '116',
  opa_operator_internal_error: '17 117',
  monthly_max_amount_cumul_reached: '18 22 27 36 40 42 68 73 82 91 92 129 130',
  connexion_error: '19 54 56 63 64 70 71 78 79 80 81 94 95 102 105 125 126 128 131',
  interval_max_amount_cumul_reached: '24 25 41 46 48 58 60 103',
  operator_down_time: '28 133',
  execution_error: '29 30 31 32 33 34 35 62 69 118 127',
  balance_check_failed: '37',
  no_opb_account: '39',
  pos_already_connected: '43',
  no_account: '44 45 59 76 84 88 89 93 97 98 106 107 109 112 119 121',
  user_opa_suspended: '47',
  distributor_not_allowed_for_transaction: '49',
  weekly_max_amount_cumul_reached: '50 104',
  daily_max_amount_cumul_reached: '51',
  provider_low: '53',
  'error-unapproved-minor-cannot-receive': '55',
  customer_balance_low: '57 96',
  opb_number_not_allowed: '61',
  'expired-session': '66',
  'p2p-recipient-account-is-dormancy-blocked': '67',
  'recipient-account-blocked': '72 77',
  'recipient-account-inactive': '74 75',
  bank_card_expired: '83',
  'redirect-url-error': '90',
  partial_3ds_authentification: '99',
  card_payment_rejected_by_issuer: '100',
  bad_auth: '108',
  internal_operator_error: '113 114',
  transaction_expired: '134',
  invalid_data: '135 136',
};

const codeById = new Map<number, string>();
for (const [code, ids] of Object.entries(idsByCode))
  for (const id of ids.split(' ')) codeById.set(Number(id), code);

/** Ids of the catalogue that this simulator itself gives as a reason. */
export const reasons = {
  payerTimeout: 4,
  partialAuthentication: 99,
  rejectedByIssuer: 100,
  refusedByPayer: 108,
  badAmount: 116,
  billTaken: 118,
  billUnknown: 121,
  remittanceTaken: 134,
  badReference: 136,
  /** No entry: the provider says a word that no table has (`unheard-of.ts`). */
  unheardOf: 999,
} as const;

/** Catalogue code of an id; ids that the description does not show are `unknown_error`. */
export function codeOfError(errorId: number): string {
  return codeById.get(errorId) ?? 'unknown_error';
}

/** Plain words of the provider, for example "recipient account blocked (72)". */
export function textOfError(errorId: number): string {
  return `${codeOfError(errorId).replaceAll(/[_-]/g, ' ')} (${errorId})`;
}
