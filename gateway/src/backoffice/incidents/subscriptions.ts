// E-mail subscriptions to incidents: asked for, confirmed by the link that was sent, and removed by
// the link in every e-mail. Addresses stand in this table and in the outbox alone.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { environment } from '../../platform/environment.ts';
import { queueNotification, queueNotifications } from '../notifications/index.ts';
import { emailKey } from '../users/index.ts';
import type { BothLanguages } from './store.ts';

type Language = keyof BothLanguages;

interface Subscription {
  id: number;
  address: string;
  language: Language;
  key: string;
}

// Asked for once more, the first one counts: the address has its link already.
const insert: Statement = {
  name: 'insert_incident_subscription',
  text: `insert into incident_subscription as known (address, address_key, language, key)
    values ($1, $2, $3, $4)
    on conflict (address_key) do update set language = case
      when known.confirmed_at is null then excluded.language else known.language end
    returning id, address, language, key, confirmed_at as "confirmedAt",
      (jokko_now() at time zone 'UTC')::date::text as today`,
};

/** Sends the link, once a day at most; nothing to an address that is subscribed. */
export function subscribe(
  database: Database,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  return inTransaction(database, async (session) => {
    const values = [email, emailKey(email), language, environment.uuid()];
    type Row = Subscription & { confirmedAt: Date | null; today: string };
    const [row] = await session.query<Row>(insert, values);
    const { id, address, key, confirmedAt, today } = row!;
    if (confirmedAt !== null) return;
    await queueNotification(session, {
      kind: 'subscription',
      channel: 'email',
      to: { address, language },
      parameters: { key },
      dedupKey: `subscription/${id}/${today}`,
    });
  });
}

const confirm: Statement = {
  name: 'confirm_incident_subscription',
  text: `update incident_subscription set confirmed_at = coalesce(confirmed_at, jokko_now())
    where key = $1 returning 1`,
};
const remove: Statement = {
  name: 'remove_incident_subscription',
  text: 'delete from incident_subscription where key = $1 returning 1',
};

/** False: there is none with this key. */
export const confirmSubscription = async (session: Session, key: string): Promise<boolean> =>
  (await session.query(confirm, [key])).length > 0;
export const removeSubscription = async (session: Session, key: string): Promise<boolean> =>
  (await session.query(remove, [key])).length > 0;

const selectConfirmed: Statement = {
  name: 'list_incident_subscriptions',
  text: `select id, address, language, key from incident_subscription where confirmed_at is not null
    order by id`,
};

export interface Publication {
  what: 'opened' | 'updated' | 'resolved';
  title: BothLanguages;
  text: BothLanguages;
}

/** In the transaction of what is published. */
export async function notifySubscribers(
  session: Session,
  { what, title, text }: Publication,
): Promise<void> {
  const all = await session.query<Subscription>(selectConfirmed);
  await queueNotifications(
    session,
    'incident',
    all.map(({ address, language, key }) => ({
      address,
      language,
      parameters: { what, title: title[language], text: text[language], key },
    })),
  );
}

const purge: Statement = {
  name: 'purge_incident_subscriptions',
  text: `delete from incident_subscription where confirmed_at is null
    and created_at < jokko_now() - interval '7 days'`,
};

/** Those whose link nobody followed. */
export const purgeSubscriptions = async (session: Session): Promise<void> =>
  void (await session.query(purge));
