// Puts the messages about alerts into the outbox, for the people and places of the settings.

import type { Session, Statement } from '../../platform/db/database.ts';
import { queueNotification, type Channel, type Recipient } from '../notifications/index.ts';
import type { Plan } from './plan.ts';
import type { AlertSettings } from './settings.ts';
import { noteAlertsEscalated, noteAlertsTold, noteEndsTold, type OpenAlert } from './store.ts';

/** The rest is a number, and on the page. */
const itemsMax = 10;

interface Place {
  channel: Channel;
  to: Recipient;
}

const selectPeople: Statement = {
  name: 'select_people_of_alerts',
  text: `select u.id, u.language from portal_user u join membership m on m.user_id = u.id and m.side = 'operator' and m.ended_at is null
    where u.disabled_at is null and (m.role = 'admin' or u.id = any($1)) order by u.id`,
};
const selectWebhook: Statement = {
  name: 'select_alert_webhook_address',
  text: 'select url from alert_webhook',
};

/** In the transaction that found them. `mails`: whether there is a mail server; without it nothing waits for one, and the page says so. */
export async function tellAlerts(
  session: Session,
  settings: AlertSettings,
  { raised, escalated, ended }: Plan,
  mails: boolean,
): Promise<void> {
  if (raised.length + escalated.length + ended.length === 0) return;
  const { first, second } = await placesOf(session, settings);
  const reached = ({ channel }: Place): boolean => channel !== 'email' || mails;
  const places = { first: first.filter(reached), second: second.filter(reached) };
  await tell(session, 'raised', raised, places.first);
  // Whom nobody was told of is told as soon as somebody can be.
  if (places.first.length > 0) await noteAlertsTold(session, raised);
  // Nobody above: those who were told are told again.
  await tell(
    session,
    'escalated',
    escalated,
    places.second.length > 0 ? places.second : places.first,
  );
  await noteAlertsEscalated(session, escalated);
  const wide = ended.some(({ escalatedAt }) => escalatedAt !== null);
  await tell(session, 'ended', ended, [...places.first, ...(wide ? places.second : [])]);
  await noteEndsTold(session, ended);
}

async function placesOf(
  session: Session,
  settings: AlertSettings,
): Promise<{ first: Place[]; second: Place[] }> {
  const { people } = settings;
  const users = await session.query<{ id: number; language: 'fr' | 'en' }>(selectPeople, [
    people.map(({ userId }) => userId),
  ]);
  const [webhook] = await session.query<{ url: string }>(selectWebhook);
  const posted: Place[] =
    webhook === undefined
      ? []
      : [{ channel: 'webhook', to: { address: webhook.url, language: 'en' } }];
  if (people.length === 0)
    return {
      first: [
        ...users.map(({ id }): Place => ({ channel: 'email', to: { userId: id } })),
        ...posted,
      ],
      second: [],
    };
  const of = (level: 1 | 2): Place[] =>
    people
      .filter((person) => person.level === level)
      .flatMap(({ userId, email, phone }) => {
        // Who has left is told nothing.
        const user = users.find(({ id }) => id === userId);
        if (user === undefined) return [];
        const bySms: Place = {
          channel: 'sms',
          to: { address: phone ?? '', language: user.language },
        };
        return [
          ...(email ? [{ channel: 'email', to: { userId } } as const] : []),
          ...(phone === null || settings.sms === null ? [] : [bySms]),
        ];
      });
  return { first: [...of(1), ...posted], second: [...of(2), ...posted] };
}

async function tell(
  session: Session,
  what: 'raised' | 'escalated' | 'ended',
  alerts: readonly OpenAlert[],
  places: readonly Place[],
): Promise<void> {
  if (alerts.length === 0) return;
  const items = worstFirst(alerts)
    .slice(0, itemsMax)
    .map(({ rule, subject, severity, value, raisedAt }) => ({
      ...{ rule, subject, severity, value },
      raisedAt: raisedAt.toISOString(),
    }));
  const critical = alerts.some(({ severity }) => severity === 'critical');
  const parameters = { what, critical, items, count: alerts.length };
  for (const place of places)
    await queueNotification(session, { kind: 'alert', ...place, parameters });
}

/** What is critical first, then the oldest. */
const worstFirst = (alerts: readonly OpenAlert[]): OpenAlert[] =>
  alerts.toSorted(
    (one, other) =>
      Number(other.severity === 'critical') - Number(one.severity === 'critical') ||
      one.id - other.id,
  );
