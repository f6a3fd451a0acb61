// Maps the last four digits of a number to the outcome of a message. PROTOCOL.md sections 6.2 and
// 6.5.

import type { Protocol, State } from './message.ts';

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
        | 'never'
        | 'unheardOf'
        | 'refuseUnheardOf'
        | 'progress'
        | 'reordered'
        | 'corrected'
        | 'failsTwice';
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

function ruleOf(to: string): Rule {
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

/** Four digits beyond 8007. */
const moreSpecial: { readonly [digits: string]: Rule } = {
  8020: { kind: 'unheardOf' },
  8021: { kind: 'refuseUnheardOf' },
  8022: { kind: 'progress' },
  8023: { kind: 'reordered' },
  8024: { kind: 'corrected' },
};
/** 454: as 7011, INVDSTADR. */
const badDestination = 11;
/** Three digits, where the four choose nothing. */
const suffixes: { readonly [digits: string]: Rule } = {
  450: { kind: 'fail', state: 'UNDELIV', error: '000' },
  451: { kind: 'fail', state: 'EXPIRED', error: '000' },
  452: { kind: 'fail', state: 'REJECTD', error: '000' },
  453: { kind: 'never' },
  454: { kind: 'refuse', number: badDestination },
  455: { kind: 'failsTwice' },
};

/**
 * The rule of a number at this protocol. Over SMPP, where load is tested, only digits from 7000 on
 * choose one: 8450 to 8455.
 */
export function ruleFor(protocol: Protocol, to: string): Rule {
  const rule = ruleOf(to);
  if (rule.kind !== 'plain') return rule;
  if (protocol === 'smpp' && to.at(-4) !== '8') return plain;
  return moreSpecial[to.slice(-4)] ?? suffixes[to.slice(-3)] ?? plain;
}
