// One round of the alerts: reads what the gateway knows of itself, and in one commit raises and
// resolves alerts and writes the messages about them. One of all nodes does it at a time.

import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { findAlerts, type Readings } from './find.ts';
import { measureAlerts, type MeasuredAlerts } from './measure.ts';
import { planMessages } from './plan.ts';
import { readSettings, type AlertSettings } from './settings.ts';
import { listConcerned, takeTurn, updateAlerts } from './store.ts';
import { tellAlerts } from './tell.ts';

export interface WatchDeps {
  database: Database;
  /** Reads everything; what cannot be read is null. */
  read(settings: AlertSettings): Promise<Readings>;
  /** Whether there is a mail server. */
  mails: boolean;
  /** For metrics; brought up to date at each round. */
  measured: MeasuredAlerts;
}

export function createAlertRounds({
  database,
  read,
  mails,
  measured,
}: WatchDeps): () => Promise<void> {
  return async () => {
    Object.assign(measured, await measureAlerts(database));
    if (!(await takeTurn(database))) return;
    const { settings } = await readSettings(database);
    const { rules, findings } = findAlerts(settings, await read(settings));
    await inTransaction(database, async (session) => {
      const times = await updateAlerts(session, rules, findings);
      const plan = planMessages(settings, await listConcerned(session), times);
      await tellAlerts(session, settings, plan, mails);
    });
  };
}
