// Counts open alerts and the outbox, for metrics.

import type { Session } from '../../platform/db/database.ts';
import { countOutbox, type OutboxCount } from '../notifications/index.ts';
import { countOpen } from './list.ts';

export interface MeasuredAlerts {
  /** Not resolved, by rule and severity. */
  open: readonly { rule: string; severity: string; count: number }[];
  outbox: OutboxCount;
}

export const nothingMeasured = (): MeasuredAlerts => ({
  open: [],
  outbox: { waiting: 0, oldestSeconds: 0, abandoned: 0 },
});

export async function measureAlerts(session: Session): Promise<MeasuredAlerts> {
  const [open, outbox] = await Promise.all([countOpen(session), countOutbox(session)]);
  return { open, outbox };
}
