// Mutants that may survive: what they change makes no difference, or none about money.

interface Survivor {
  file: string;
  /** The line as it stands in the file, and as the mutant has it; without the spaces around. */
  line: string;
  mutated: string;
  reason: string;
}

/** A bound is put in the place of an amount that is equal. */
const atTheBound = 'at the bound both are the same';

/** Amounts are whole units of their currency, which has two decimals at most. */
const noSuchCoin = 'no currency has an amount between the two';

const survivors: readonly Survivor[] = [
  {
    file: 'gateway/src/backoffice/approvals/http-money-requests.ts',
    line: "if (kind === 'fund' ? minor <= 0n : minor === 0n) return refuseField('amount', 'notPositive');",
    mutated:
      "if (kind === 'fund' ? minor <= 1n : minor === 0n) return refuseField('amount', 'notPositive');",
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/approvals/store.ts',
    line: 'const openMax = 1_000;',
    mutated: 'const openMax = 1001;',
    reason: 'nobody reads as many',
  },
  {
    file: 'gateway/src/payments/catalogue/price.ts',
    line: 'if (price.minimum !== null && commission < price.minimum) commission = price.minimum;',
    mutated:
      'if (price.minimum !== null && commission <= price.minimum) commission = price.minimum;',
    reason: atTheBound,
  },
  {
    file: 'gateway/src/payments/catalogue/price.ts',
    line: 'if (price.maximum !== null && commission > price.maximum) commission = price.maximum;',
    mutated:
      'if (price.maximum !== null && commission >= price.maximum) commission = price.maximum;',
    reason: atTheBound,
  },
  {
    file: 'gateway/src/backoffice/settlements/calendar.ts',
    line: 'const daysAheadMax = 31;',
    mutated: 'const daysAheadMax = 32;',
    reason: 'a day more than a schedule ever needs',
  },
  {
    file: 'gateway/src/backoffice/settlements/request.ts',
    line: 'if (amount <= 0n || parseAmount(toDecimalString(amount), decimalsOf(currency)) === null)',
    mutated:
      'if (amount <= 1n || parseAmount(toDecimalString(amount), decimalsOf(currency)) === null)',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/schedules.ts',
    line: '(balance?.available ?? 0n) - keep,',
    mutated: '(balance?.available ?? 1n) - keep,',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/terms.ts',
    line: 'const none: Terms = { minimum: 0n, maximum: null, fee: 0n, feeShare: 0 };',
    mutated: 'const none: Terms = { minimum: 1n, maximum: null, fee: 0n, feeShare: 0 };',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/terms.ts',
    line: 'if (covered <= 0n) return 0n;',
    mutated: 'if (covered < 0n) return 0n;',
    reason: atTheBound,
  },
  {
    file: 'gateway/src/backoffice/settlements/terms.ts',
    line: 'if (covered <= 0n) return 0n;',
    mutated: 'if (covered <= 1n) return 0n;',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/terms.ts',
    line: 'return maximum !== null && covered > maximum ? payable(maximum) : covered;',
    mutated: 'return maximum !== null && covered >= maximum ? payable(maximum) : covered;',
    reason: atTheBound,
  },
];

export const isSurvivor = (file: string, line: string, mutated: string): boolean =>
  survivors.some((each) => each.file === file && each.line === line && each.mutated === mutated);
