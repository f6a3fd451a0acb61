// Numbers that wrote STOP, at carriers that keep such a list themselves, until they write START.

import type { Line } from '../sms/journal.ts';
import type { Protocol } from '../sms/message.ts';

export interface OptOuts {
  has(phone: string): boolean;
  /** Takes what a phone wrote. */
  hear(inbound: { from: string; text: string }): void;
  load(line: Line): void;
}

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT']);
const startWords = new Set(['START', 'YES', 'UNSTOP']);

export const isStop = (text: string): boolean => stopWords.has(text.trim().toUpperCase());
const isStart = (text: string): boolean => startWords.has(text.trim().toUpperCase());

export function createOptOuts(protocol: Protocol): OptOuts {
  const phones = new Set<string>();
  const optOuts: OptOuts = {
    has: (phone) => phones.has(phone),
    hear({ from, text }) {
      if (isStop(text)) phones.add(from);
      else if (isStart(text)) phones.delete(from);
    },
    load({ event, protocol: of, from = '', text = '' }) {
      if (event === 'inbound' && of === protocol) optOuts.hear({ from, text });
    },
  };
  return optOuts;
}
