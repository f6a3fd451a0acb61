// Maps the last four digits of an order to its outcome. The table of PROTOCOL.md section 5.

export type Rule =
  | { kind: 'refuse'; errorId: number }
  | { kind: 'fail'; errorId: number }
  | { kind: 'unattended' }
  | { kind: 'slow' }
  | { kind: 'twice' }
  | { kind: 'lost' }
  | { kind: 'dropped' }
  | { kind: 'early' }
  | { kind: 'forged' }
  | { kind: 'forever' }
  | { kind: 'unheardOf' }
  | { kind: 'plain' };

const errorIdMax = 136;
/** Fails for a reason that no table has. Apart from the others, which end at 8007 for good. */
export const unheardOfDigits = 8020;

/**
 * Digits of the fields in their order of precedence; the first whose last four are in the table
 * decides. 0: none does.
 */
export function decidingDigits(fields: readonly (string | undefined)[]): number {
  for (const field of fields) {
    if (field === undefined || field.length < 4) continue;
    const digits = Number(field.slice(-4));
    if (isDeciding(digits)) return digits;
  }
  return 0;
}

function isDeciding(digits: number): boolean {
  return (
    (digits > 7000 && digits <= 7000 + errorIdMax) ||
    (digits > 9000 && digits <= 9000 + errorIdMax) ||
    (digits >= 8000 && digits <= 8007) ||
    digits === unheardOfDigits
  );
}

const rules8: readonly Rule[] = [
  { kind: 'unattended' },
  { kind: 'slow' },
  { kind: 'twice' },
  { kind: 'lost' },
  { kind: 'dropped' },
  { kind: 'early' },
  { kind: 'forged' },
  { kind: 'forever' },
];
const plain: Rule = { kind: 'plain' };

/**
 * The rule behind deciding digits; without a payer nobody can fail to validate, so 8000 is then
 * like 8007.
 */
export function ruleOf(digits: number, payer: boolean): Rule {
  if (digits === unheardOfDigits) return { kind: 'unheardOf' };
  if (digits > 9000) return { kind: 'fail', errorId: digits - 9000 };
  if (digits >= 8000) {
    const rule = rules8[digits - 8000] ?? plain;
    return rule.kind === 'unattended' && !payer ? { kind: 'forever' } : rule;
  }
  return digits > 7000 ? { kind: 'refuse', errorId: digits - 7000 } : plain;
}

/**
 * The 12-digit account number inside a RIB (bank 5, branch 5, account 12, key 2), spaces allowed.
 */
export function accountOfRib(rib: string): string {
  return rib.replaceAll(' ', '').slice(10, 22);
}
