// Maps the last four digits of a number to the outcome of a message. PROTOCOL.md section 6.2.

import type { State } from './message.ts';

export type Rule =
  | {
      kind:
        | 'plain'
        | 'validity'
        | 'slow'
        | 'twice'
        | 'noAnswer'
        | 'lost'
        | 'early'
        | 'garbled'
        | 'never';
    }
  | { kind: 'refuse'; number: number }
  | { kind: 'fail'; state: State; error: string };

const plain: Rule = { kind: 'plain' };

/** 8000 to 8007. */
const special: readonly Rule[] = [
  { kind: 'validity' },
  { kind: 'slow' },
  { kind: 'twice' },
  { kind: 'noAnswer' },
  { kind: 'lost' },
  { kind: 'early' },
  { kind: 'garbled' },
  { kind: 'never' },
];

/** 9NNN by its hundreds: 90NN, 91NN, …; the rest is UNDELIV as well. */
const failures: readonly State[] = ['UNDELIV', 'EXPIRED', 'REJECTD', 'DELETED', 'UNKNOWN'];

export function ruleOf(to: string): Rule {
  const length = to.length;
  const first = to.charCodeAt(length - 4);
  // 7, 8 and 9 are 0x37 to 0x39; almost every number ends here.
  if (!(first >= 0x37 && first <= 0x39)) return plain;
  const number = Number(to.slice(length - 3));
  if (!Number.isInteger(number)) return plain;
  if (first === 0x37) return { kind: 'refuse', number };
  if (first === 0x38) return special[number] ?? plain;
  return {
    kind: 'fail',
    state: failures[Math.floor(number / 100)] ?? 'UNDELIV',
    error: to.slice(length - 3),
  };
}
