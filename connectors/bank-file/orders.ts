// Checks an order, and makes its row of a payment file: what stands in the file for it, as JSON.

import { bankNumberText, decimalsOf, normaliseRib, toDecimalString } from '@jokko/contract';
import type { Intent, Payout, Prepared, ProviderError } from '@jokko/connectors/kit';
import { errorIds, refusalRow, refusedByDigits, sandboxDigitsOf } from '@jokko/connectors/kit';
import { toBankName, toBankText, type BankName } from './bank-text.ts';
import type { BankFileConfig } from './config.ts';
import { endToEndOf } from '@jokko/connectors/kit/bank-statement';

/** One transfer, as it will stand in the file. */
export interface TransferRow {
  endToEndId: string;
  /** Decimal, of the currency's own decimals. */
  amount: string;
  currency: string;
  /** The creditor's RIB, 24 characters. */
  rib: string;
  /** The country of the creditor's account, ISO 3166 alpha-2. */
  country: string;
  name: string;
  /** Empty: none. */
  text: string;
}

const nameMax = 70;
const textMax = 140;
const tenThousandths = 10_000n;

/** Pure. Null: the order can go into a file. */
export function validate(config: BankFileConfig, intent: Intent): ProviderError | null {
  if (config.sandbox) {
    const digits = sandboxDigitsOf(intent);
    if (digits?.kind === 'refuseNow') return refusedByDigits(digits.catalogueId);
  }
  const { extra, amount, currency } = intent;
  if (extra.type !== 'bank')
    return { ...refusalRow(errorIds.executionError, 'never'), provider: 'no bank account' };
  if (normaliseRib(extra.rib, { acceptZeroKey: config.sandbox }) === null)
    return {
      ...refusalRow(errorIds.noRecipientAccount, 'never'),
      provider: 'RIB key',
      message: 'The key of the bank account number is not correct.',
    };
  if (!isWhole(amount, currency))
    return { ...refusalRow(errorIds.belowMinimum, 'never'), provider: 'amount' };
  const name = nameOf(intent);
  if (!name.ok)
    return {
      ...refusalRow(errorIds.executionError, 'never'),
      provider: 'creditor name',
      message: nameRefusals[name.reason],
    };
  return null;
}

/** Pure. Nothing leaves until the row is in a file. */
export function prepare(config: BankFileConfig, intent: Intent, ourRef: string): Prepared {
  const { extra } = intent;
  if (extra.type !== 'bank') throw new Error(`bank-file does not offer ${intent.kind}`);
  const name = nameOf(intent);
  if (!name.ok) throw new Error('the name of an order is checked before');
  const row: TransferRow = {
    endToEndId: endToEndOf(ourRef),
    amount: toDecimalString(intent.amount),
    currency: intent.currency,
    rib: extra.rib,
    country: countryOfRib(extra.rib) ?? (intent.country || config.country),
    name: name.name,
    text: toBankText(extra.description, textMax),
  };
  return { refs: { ours: ourRef }, method: 'PUT', path: '', body: JSON.stringify(row) };
}

/** Pure. Null: the account has no RIB, or the name nothing that a bank could read. */
export function preparePayout(
  _config: BankFileConfig,
  { reference, amount, currency, account, country, holder }: Payout,
): Prepared | null {
  const rib = normaliseRib(ribIn(account));
  const name = toBankName(holder, nameMax);
  if (rib === null || !name.ok || !isWhole(amount, currency)) return null;
  const row: TransferRow = {
    endToEndId: reference,
    amount: toDecimalString(amount),
    currency,
    rib,
    country: countryOfRib(rib) ?? country,
    name: name.name,
    text: toBankText(reference, textMax),
  };
  return { refs: { ours: reference }, method: 'PUT', path: '', body: JSON.stringify(row) };
}

export const rowOf = ({ body }: Prepared): TransferRow => JSON.parse(body) as TransferRow;

/** Whether the currency can express it, and it is any. */
const isWhole = (amount: bigint, currency: string): boolean =>
  amount > 0n && amount % (tenThousandths / 10n ** BigInt(decimalsOf(currency))) === 0n;

const nameRefusals = {
  script: 'The name of the recipient must be in Latin letters: banks read no others.',
  long: `The name of the recipient is longer than the ${nameMax} characters that banks read.`,
} satisfies Record<Extract<BankName, { ok: false }>['reason'], string>;

function nameOf({ extra }: Intent): BankName {
  return extra.type === 'bank'
    ? toBankName(`${extra.firstName} ${extra.lastName}`, nameMax)
    : { ok: false, reason: 'script' };
}

/**
 * New bank codes begin with their country; older ones with one letter that says nothing for sure.
 */
function countryOfRib(rib: string): string | null {
  return /^[A-Z]{2}[0-9]{3}/.exec(rib) === null ? null : rib.slice(0, 2);
}

/**
 * The 24 characters of the RIB in an account number as a bank writes it: RIB or IBAN, with or
 * without spaces.
 */
function ribIn(account: string): string {
  const text = bankNumberText(account);
  return text.length === 28 ? text.slice(4) : text;
}

/** Pure: whether an account that the bank names is the creditor's. */
export function isParty({ extra }: Intent, party: string): boolean {
  return extra.type === 'bank' && ribIn(party) === extra.rib;
}
