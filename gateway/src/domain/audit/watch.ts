// Was the audit log cut short or written anew while a node was looking? The node keeps in memory what it has seen, and writes the head into its
// own log once a day, out of the database's reach.

import type { Session } from '../../db/database.ts';
import { findChanged, readAuditHead, type AuditMark } from './verify.ts';

const dayMs = 86_400_000;
/** Heads of the last days, and the newest. */
const marksMax = 32;

export interface AuditWatch {
  /** One look. Logs the head at the first one and then daily; logs an error at each one at which an entry seen before is another one or gone. */
  look(): Promise<void>;
  /** What this node has seen. */
  readonly marks: readonly AuditMark[];
}

export function createAuditWatch(
  session: Session,
  log: { info(facts: object, message: string): void; error(facts: object, message: string): void },
): AuditWatch {
  let daily: AuditMark[] = [];
  let newest: AuditMark | null = null;
  let loggedAt: number | null = null;
  const marks = (): AuditMark[] => (newest === null ? daily : [...daily, newest]);
  return {
    async look() {
      const changedAt = await findChanged(session, marks());
      // What was seen stays what was seen: it is said at each look until somebody does something about it.
      if (changedAt !== null)
        return log.error({ entry: changedAt }, 'the audit log was changed: an entry seen before is another one or gone');
      newest = await readAuditHead(session);
      if (newest === null || (loggedAt !== null && performance.now() - loggedAt < dayMs)) return;
      loggedAt = performance.now();
      daily = [...daily, newest].slice(-marksMax);
      log.info({ entry: newest.number, hash: newest.hash }, 'head of the audit log');
    },
    get marks() {
      return marks();
    },
  };
}
