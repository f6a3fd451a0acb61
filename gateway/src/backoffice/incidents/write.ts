// Opens an incident, adds to it and resolves it: with its text, an entry of the audit log and the
// e-mails to subscribers in one commit.

import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { Service } from '../../payments/catalogue/index.ts';
import {
  storeIncident,
  storeUpdate,
  touchIncident,
  type BothLanguages,
  type Concerned,
} from './store.ts';
import { notifySubscribers } from './subscriptions.ts';

export interface Author {
  who: Who;
  /** Null: the command line. */
  userId: number | null;
}

/** `sms`: whether it concerns SMS, which stand beside the providers. */
export const concernedOf = (
  services: readonly Pick<Service, 'code' | 'provider' | 'country'>[],
  sms = false,
): Concerned => ({
  sms,
  services: services.map(({ code }) => code),
  providers: [
    ...new Set([...services.map(({ provider }) => provider), ...(sms ? ['SMS'] : [])]),
  ].toSorted(),
  countries: [...new Set(services.flatMap(({ country }) => country ?? []))].toSorted(),
});

/** In the caller's transaction. Answers its id. */
export async function openIncident(
  session: Session,
  { who, userId }: Author,
  {
    text,
    ...incident
  }: Concerned & { title: BothLanguages; text: BothLanguages; route: string | null },
): Promise<number> {
  const id = await storeIncident(session, incident);
  await storeUpdate(session, id, { text, resolves: false, userId });
  await notifySubscribers(session, { what: 'opened', title: incident.title, text });
  await recordAudit(session, {
    who,
    action: 'incident.open',
    subject: `incident/${id}`,
    new: { ...incident, text },
  });
  return id;
}

/** `over`: it has ended already. */
export function updateIncident(
  database: Database,
  { who, userId }: Author,
  { id, text, resolve }: { id: number; text: BothLanguages; resolve: boolean },
): Promise<'done' | 'over' | 'unknown'> {
  return inTransaction(database, async (session) => {
    const title = await touchIncident(session, id, resolve);
    if (typeof title === 'string') return title;
    await storeUpdate(session, id, { text, resolves: resolve, userId });
    await notifySubscribers(session, { what: resolve ? 'resolved' : 'updated', title, text });
    await recordAudit(session, {
      who,
      action: resolve ? 'incident.resolve' : 'incident.update',
      subject: `incident/${id}`,
      new: { text },
    });
    return 'done';
  });
}
