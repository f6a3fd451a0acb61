// Collects what was in flight when the SMSC ended, from the lines of its book: results and inbound
// messages that nobody acknowledged.

import { ruleFor } from './digits.ts';
import { messageOfLine } from './journal.ts';
import type { Smsc } from './smsc-type.ts';
import type { Line } from './journal.ts';

export interface Pending {
  load(line: Line): void;
  resume(smsc: Smsc): void;
}

export function createPending(): Pending {
  const open = new Map<number, Line>();
  return {
    load(line) {
      const { seq } = line;
      if (seq === undefined) return;
      if (line.event === 'acknowledged') open.delete(seq);
      else if (line.event === 'inbound' || (line.event === 'accepted' && endsByItself(line)))
        open.set(seq, line);
    },
    resume(smsc) {
      for (const line of open.values()) {
        // A book of before may name a protocol that is not simulated any more: nobody waits for it.
        if (!Object.hasOwn(smsc.outlets, line.protocol ?? 'smpp')) continue;
        if (line.event === 'accepted') smsc.plan(messageOfLine(line));
        else bringAgain(smsc, line);
      }
      open.clear();
    },
  };
}

function endsByItself(line: Line): boolean {
  return (
    line.wants !== 'nothing' && ruleFor(line.protocol ?? 'smpp', line.to ?? '').kind !== 'never'
  );
}

function bringAgain(smsc: Smsc, line: Line): void {
  const {
    seq = 0,
    protocol = 'smpp',
    account = '',
    from = '',
    to = '',
    text = '',
    coding = 0,
    header = '',
    hex = '',
  } = line;
  smsc.outlets[protocol].deliver(account, {
    kind: 'inbound',
    seq,
    from,
    to,
    text,
    coding,
    header: Buffer.from(header, 'hex'),
    octets: Buffer.from(hex, 'hex'),
  });
}
