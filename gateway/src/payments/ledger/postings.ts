// Maps each event of an operation to its transfers. The one table of postings; a balance changes
// only by applying a transfer.

export type Verb =
  | 'hold'
  | 'post'
  | 'void'
  | 'credit'
  | 'reverse'
  | 'fund'
  | 'charge'
  | 'adjust'
  | 'settle'
  | 'provider_fee';
/**
 * Ledger account of a transfer. `available` and `held` are the developer account's; the others are
 * derived from the transfers. `treasury`: our own money in a bank. `opening`: what a sandbox's
 * simulator lent us at providers. `sms:SN`: messages to a country.
 */
export type LedgerAccount =
  | 'available'
  | 'held'
  | 'fees'
  | 'funding'
  | 'suspense'
  | 'treasury'
  | 'opening'
  | `provider:${string}`
  | `sms:${string}`;

export interface Transfer {
  verb: Verb;
  debit: LedgerAccount;
  credit: LedgerAccount;
  /** Ten-thousandths of the currency unit, above zero. */
  amount: bigint;
}

/**
 * An operation that would bring a balance above this limit (ten-thousandths) is refused: 2^39
 * units, some 549 billion. Beyond it a JSON number has no four decimals, and callbacks would tell
 * wrong balances. Operations that are under way end all the same.
 */
export const balanceMax = 2n ** 39n * 10_000n;

export interface Balance {
  available: bigint;
  held: bigint;
}

/** The facts about an operation that the table needs. */
export interface Movement {
  direction: 'DEBIT' | 'CREDIT';
  route: string;
  amount: bigint;
  commission: bigint;
}

export type LedgerEvent =
  | { type: 'opened' }
  | { type: 'succeeded' }
  | { type: 'failed' }
  | { type: 'refund_started' }
  | { type: 'refund_refused' }
  | { type: 'refunded'; commissionToo: boolean }
  /**
   * The provider kept a fee from our float, `amount` above zero. It is our own money: the
   * developer's balance does not change.
   */
  | { type: 'provider_fee'; amount: bigint };

/** Returns the transfers of an event in order, without those of amount zero. Pure. */
export function postingsOf(event: LedgerEvent, movement: Movement): Transfer[] {
  if (event.type === 'provider_fee') return [providerFeePosting(movement.route, event.amount)];
  const transfers =
    movement.direction === 'DEBIT'
      ? debitPostings(event, movement)
      : creditPostings(event, movement);
  return transfers.filter((transfer) => transfer.amount > 0n);
}

/** The fee comes out of our earnings (`fees`) and reduces our float at the provider. */
const providerFeePosting = (route: string, amount: bigint): Transfer => ({
  verb: 'provider_fee',
  debit: 'fees',
  credit: `provider:${route}`,
  amount,
});

type DeveloperEvent = Exclude<LedgerEvent, { type: 'provider_fee' }>;

function debitPostings(event: DeveloperEvent, { route, amount, commission }: Movement): Transfer[] {
  const provider: LedgerAccount = `provider:${route}`;
  switch (event.type) {
    case 'opened':
      return [{ verb: 'hold', debit: 'available', credit: 'held', amount: amount + commission }];
    case 'succeeded':
      return [
        { verb: 'post', debit: 'held', credit: provider, amount },
        { verb: 'post', debit: 'held', credit: 'fees', amount: commission },
      ];
    case 'failed':
      return [{ verb: 'void', debit: 'held', credit: 'available', amount: amount + commission }];
    case 'refund_started':
    case 'refund_refused':
      return [];
    case 'refunded':
      return [
        { verb: 'reverse', debit: provider, credit: 'available', amount },
        {
          verb: 'reverse',
          debit: 'fees',
          credit: 'available',
          amount: event.commissionToo ? commission : 0n,
        },
      ];
  }
}

function creditPostings(
  event: DeveloperEvent,
  { route, amount, commission }: Movement,
): Transfer[] {
  const provider: LedgerAccount = `provider:${route}`;
  switch (event.type) {
    case 'opened':
    case 'failed':
      return [];
    case 'succeeded':
      return [
        { verb: 'credit', debit: provider, credit: 'available', amount },
        { verb: 'credit', debit: 'available', credit: 'fees', amount: commission },
      ];
    case 'refund_started':
      return [{ verb: 'hold', debit: 'available', credit: 'held', amount }];
    case 'refund_refused':
      return [{ verb: 'void', debit: 'held', credit: 'available', amount }];
    case 'refunded':
      return [
        { verb: 'reverse', debit: 'held', credit: provider, amount },
        {
          verb: 'reverse',
          debit: 'fees',
          credit: 'available',
          amount: event.commissionToo ? commission : 0n,
        },
      ];
  }
}

/**
 * Returns the transfer of the price of a batch's messages to one country, charged when they are
 * accepted or given back (`returned`). Null: the price is zero. Pure.
 */
export function smsPosting(
  event: 'accepted' | 'returned',
  country: string,
  amount: bigint,
): Transfer | null {
  if (amount <= 0n) return null;
  const messages: LedgerAccount = `sms:${country}`;
  return event === 'accepted'
    ? { verb: 'charge', debit: 'available', credit: messages, amount }
    : { verb: 'reverse', debit: messages, credit: 'available', amount };
}

export type SettlementEvent = 'requested' | 'released' | 'paid' | 'returned';

/**
 * Returns the transfer of a settlement's step: held when requested, released, paid out of our bank,
 * or given back when the bank returns it (the fee stays). Pure.
 */
export function settlementPostings(
  event: SettlementEvent,
  { amount, fee }: { amount: bigint; fee: bigint },
): Transfer[] {
  return transfersOfSettlement(event, amount, fee).filter((transfer) => transfer.amount > 0n);
}

function transfersOfSettlement(event: SettlementEvent, amount: bigint, fee: bigint): Transfer[] {
  switch (event) {
    case 'requested':
      return [{ verb: 'hold', debit: 'available', credit: 'held', amount: amount + fee }];
    case 'released':
      return [{ verb: 'void', debit: 'held', credit: 'available', amount: amount + fee }];
    case 'paid':
      return [
        { verb: 'settle', debit: 'held', credit: 'treasury', amount },
        { verb: 'post', debit: 'held', credit: 'fees', amount: fee },
      ];
    case 'returned':
      return [{ verb: 'reverse', debit: 'treasury', credit: 'available', amount }];
  }
}

/**
 * Returns the transfer of our own money to a provider, or back from it if `amount` is below zero.
 * `amount` is not zero. Pure.
 */
export function floatPosting(route: string, amount: bigint): Transfer {
  const provider: LedgerAccount = `provider:${route}`;
  return amount > 0n
    ? { verb: 'settle', debit: provider, credit: 'treasury', amount }
    : { verb: 'settle', debit: 'treasury', credit: provider, amount: -amount };
}

/** Returns the transfer of a simulated provider's first float, `amount` above zero. Pure. */
export const openingPosting = (route: string, amount: bigint): Transfer => ({
  verb: 'fund',
  debit: `provider:${route}`,
  credit: 'opening',
  amount,
});

/**
 * Changes the balance by one transfer. Throws if the balance would go below zero: callers check
 * first, so this is a bug.
 */
export function applyTransfer(balance: Balance, transfer: Transfer): void {
  change(balance, transfer.debit, -transfer.amount);
  change(balance, transfer.credit, transfer.amount);
  if (balance.available < 0n || balance.held < 0n)
    throw new Error(`ledger: ${transfer.verb} of ${transfer.amount} would overdraw`);
}

function change(balance: Balance, account: LedgerAccount, by: bigint): void {
  if (account === 'available') balance.available += by;
  else if (account === 'held') balance.held += by;
}
