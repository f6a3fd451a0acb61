// Detects an audit log that was truncated or rewritten while a node was running. The node keeps in
// memory what it has seen, and writes the head into its own log once a day, out of the database's
// reach.

import type { Session } from '../db/database.ts';
import { findChanged, readAuditHead, type AuditMark } from './verify.ts';
import { environment } from '../environment.ts';

const dayMs = 86_400_000;
/** Heads of the last days, and the newest. */
const marksMax = 32;

export interface AuditWatch {
  /**
   * One check. Logs the head at the first check and then daily. Logs an error at every check at
   * which an entry seen before has changed or is missing.
   */
  check(): Promise<void>;
  /** What this node has seen. */
  readonly marks: readonly AuditMark[];
}

export function createAuditWatch(
  session: Session,
  log: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  },
): AuditWatch {
  let daily: AuditMark[] = [];
  let newest: AuditMark | null = null;
  let loggedAt: number | null = null;
  const marks = (): AuditMark[] => (newest === null ? daily : [...daily, newest]);
  return {
    async check() {
      const changedAt = await findChanged(session, marks());
      // A finding is reported at each round until it is resolved.
      if (changedAt !== null)
        return log.error(
          { entry: changedAt },
          'the audit log was changed: an entry seen before has changed or is missing',
        );
      newest = await readAuditHead(session);
      if (newest === null || (loggedAt !== null && environment.monotonic() - loggedAt < dayMs))
        return;
      loggedAt = environment.monotonic();
      daily = [...daily, newest].slice(-marksMax);
      log.info({ entry: newest.number, hash: newest.hash }, 'head of the audit log');
    },
    get marks() {
      return marks();
    },
  };
}
