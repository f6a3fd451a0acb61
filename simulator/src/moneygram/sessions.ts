// Transactions that are quoted, or found for a payout, and not committed: they live half an hour
// and are forgotten when the provider restarts.

import { randomUUID } from 'node:crypto';

const lifeMs = 30 * 60_000;

/** What a quote made. */
export interface Session {
  id: string;
  amount: string;
  sendCurrency: string;
  receiveCurrency: string;
  serviceOptionCode: string;
  untilMs: number;
  /** What the last update said. */
  partnerTransactionId: string | null;
  facts: { [member: string]: string };
  /** Members that are still missing. */
  missing: string[];
}

export interface Sessions {
  open(
    quoted: Pick<Session, 'amount' | 'sendCurrency' | 'receiveCurrency' | 'serviceOptionCode'>,
    nowMs: number,
  ): Session;
  /** Undefined: never made, or too old. */
  find(id: string, nowMs: number): Session | undefined;
}

export function createSessions(): Sessions {
  const held = new Map<string, Session>();
  return {
    open(quoted, nowMs) {
      for (const [id, session] of held) {
        if (session.untilMs > nowMs) break;
        held.delete(id);
      }
      const session: Session = {
        ...quoted,
        id: randomUUID(),
        untilMs: nowMs + lifeMs,
        partnerTransactionId: null,
        facts: {},
        missing: ['sender.name', 'beneficiary.consumer.name'],
      };
      held.set(session.id, session);
      return session;
    },
    find(id, nowMs) {
      const session = held.get(id);
      return session === undefined || session.untilMs <= nowMs ? undefined : session;
    },
  };
}
