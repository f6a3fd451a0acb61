// Puts the messages about alerts into the outbox, for the people and places of the settings.

import type { Session, Statement } from '../../platform/db/database.ts';
import { queueNotification, type Channel, type Recipient } from '../notifications/index.ts';
import type { Plan } from './plan.ts';
import type { AlertSettings } from './settings.ts';
import { noteAlertsEscalated, noteAlertsTold, noteEndsTold, type OpenAlert } from './store.ts';

/** The rest is a number, and on the page. */
const itemsMax = 10;

interface Destination {
  channel: Channel;
  to: Recipient;
}

const selectPeople: Statement = {
  name: 'select_people_of_alerts',
  text: `select u.id, u.language from portal_user u join membership m on m.user_id = u.id
    and m.side = 'operator' and m.ended_at is null
    where u.disabled_at is null and (m.role = 'admin' or u.id = any($1)) order by u.id`,
};
const selectWebhook: Statement = {
  name: 'select_alert_webhook_address',
  text: 'select url from alert_webhook',
};

/**
 * In the transaction that found them. `mails`: whether there is a mail server; without it nothing
 * waits for one, and the page says so.
 */
export async function tellAlerts(
  session: Session,
  settings: AlertSettings,
  { raised, escalated, ended }: Plan,
  mails: boolean,
): Promise<void> {
  if (raised.length + escalated.length + ended.length === 0) return;
  const places = await placesOf(session, settings);
  const reached = ({ channel }: Destination): boolean => channel !== 'email' || mails;
  const [first, second] = [places.first.filter(reached), places.second.filter(reached)];
  const { posted } = places;
  await tell(session, 'raised', raised, [...first, ...posted]);
  // Whom nobody was told of is told as soon as somebody can be.
  if (first.length + posted.length > 0) await noteAlertsTold(session, raised);
  // Nobody above: those who were told are told again. A webhook is nobody who answers.
  const above = second.length > 0 ? second : first;
  await tell(session, 'escalated', escalated, [...above, ...posted]);
  await noteAlertsEscalated(session, escalated);
  const wide = ended.some(({ escalatedAt }) => escalatedAt !== null);
  await tell(session, 'ended', ended, [...first, ...(wide ? second : []), ...posted]);
  await noteEndsTold(session, ended);
}

/** People by level, and the webhook. */
interface Places {
  first: Destination[];
  second: Destination[];
  posted: Destination[];
}

async function placesOf(session: Session, settings: AlertSettings): Promise<Places> {
  const { people } = settings;
  const users = await session.query<{ id: number; language: 'fr' | 'en' }>(selectPeople, [
    people.map(({ userId }) => userId),
  ]);
  const [webhook] = await session.query<{ url: string }>(selectWebhook);
  const posted: Destination[] =
    webhook === undefined
      ? []
      : [{ channel: 'webhook', to: { address: webhook.url, language: 'en' } }];
  if (people.length === 0)
    return {
      first: users.map(({ id }): Destination => ({ channel: 'email', to: { userId: id } })),
      second: [],
      posted,
    };
  const of = (level: 1 | 2): Destination[] =>
    people
      .filter((person) => person.level === level)
      .flatMap(({ userId, email, phone }) => {
        // Who has left is told nothing.
        const user = users.find(({ id }) => id === userId);
        if (user === undefined) return [];
        const bySms: Destination = {
          channel: 'sms',
          to: { address: phone ?? '', language: user.language },
        };
        return [
          ...(email ? [{ channel: 'email', to: { userId } } as const] : []),
          ...(phone === null || settings.sms === null ? [] : [bySms]),
        ];
      });
  return { first: of(1), second: of(2), posted };
}

async function tell(
  session: Session,
  what: 'raised' | 'escalated' | 'ended',
  alerts: readonly OpenAlert[],
  places: readonly Destination[],
): Promise<void> {
  if (alerts.length === 0) return;
  const items = worstFirst(alerts)
    .slice(0, itemsMax)
    .map(({ id, rule, subject, severity, value, threshold, raisedAt }) => ({
      id,
      rule,
      subject,
      severity,
      value,
      threshold,
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
