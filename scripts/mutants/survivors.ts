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

const survivors: readonly Survivor[] = [
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
];

export const isSurvivor = (file: string, line: string, mutated: string): boolean =>
  survivors.some((each) => each.file === file && each.line === line && each.mutated === mutated);
