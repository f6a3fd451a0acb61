// Decides when a connection is closed: when nobody binds on it, when it does not answer
// enquire_link, or some time after we sent unbind.

import { command, writeHeader } from './codec.ts';
import type { Session } from './session-type.ts';

export interface KeepAlive {
  /** Something came. */
  received(): void;
  /** The connection is to be gone soon. */
  closeSoon(): void;
  /** Called every second. */
  tick(nowMs: number): void;
}

const bindWaitMs = 30_000;
const enquireAnswerMs = 10_000;
const unbindAnswerMs = 5_000;

export function createKeepAlive(session: Session): KeepAlive {
  let receivedAtMs = performance.now();
  let askedAtMs = 0;
  let closeAtMs = Infinity;
  return {
    received: () => void (receivedAtMs = performance.now()),
    closeSoon: () => void (closeAtMs = performance.now() + unbindAnswerMs),
    tick(nowMs) {
      const { enquireLinkMs, silent, silentEnquireLink, deliverTimeoutMs } = session.behaviour;
      const deadBind = session.account === null && nowMs - receivedAtMs > bindWaitMs;
      const deadLink = askedAtMs > receivedAtMs && nowMs - askedAtMs > enquireAnswerMs;
      if (deadBind || deadLink || nowMs > closeAtMs) return session.drop();
      session.deliveries.giveUpOld(nowMs, deliverTimeoutMs);
      const sinceMs = nowMs - Math.max(receivedAtMs, askedAtMs);
      if (session.account === null || silent || silentEnquireLink || sinceMs < enquireLinkMs)
        return;
      askedAtMs = nowMs;
      writeHeader(session.out(), command.enquireLink, 0, session.deliveries.nextSequence());
    },
  };
}
