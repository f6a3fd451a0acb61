// Counters of the SMSC. Counted as lines go into the book, and again from its lines at a restart.

import type { Line } from './journal.ts';

export interface Counts {
  accepted: number;
  /** By status (SMPP) or word (HTTP). */
  refused: { [status: string]: number };
  dropped: number;
  /** Sent, by state; a receipt that is sent again counts again. */
  receipts: { [state: string]: number };
  garbled: number;
  /** Deliveries that were acknowledged: receipts and inbound messages. */
  acknowledged: number;
  inbound: number;
}

export function createCounts(): Counts {
  return {
    accepted: 0,
    refused: {},
    dropped: 0,
    receipts: {},
    garbled: 0,
    acknowledged: 0,
    inbound: 0,
  };
}

export function countLine(counts: Counts, line: Pick<Line, 'event' | 'state' | 'status'>): void {
  switch (line.event) {
    case 'refused':
      counts.refused[String(line.status)] = (counts.refused[String(line.status)] ?? 0) + 1;
      return;
    case 'receipt':
      counts.receipts[String(line.state)] = (counts.receipts[String(line.state)] ?? 0) + 1;
      return;
    case 'webhook':
      return;
    case 'accepted':
    case 'dropped':
    case 'garbled':
    case 'acknowledged':
    case 'inbound':
      counts[line.event] += 1;
  }
}
