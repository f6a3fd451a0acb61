// The tables of incidents: a disruption with the services that it concerns, and the texts that were
// published about it.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface BothLanguages {
  fr: string;
  en: string;
}

/** Whom an incident concerns. */
export interface Concerned {
  /** Codes. */
  services: readonly string[];
  providers: readonly string[];
  countries: readonly string[];
  /** Those who send SMS. */
  sms: boolean;
}

export interface NewIncident extends Concerned {
  title: BothLanguages;
  /** Null: none in particular. */
  route: string | null;
}

const insert: Statement = {
  name: 'insert_incident',
  text: `insert into incident (title_fr, title_en, route, services, providers, countries, sms)
    values ($1, $2, $3, $4, $5, $6, $7) returning id`,
};

export async function storeIncident(
  session: Session,
  { title, route, services, providers, countries, sms }: NewIncident,
): Promise<number> {
  const values = [title.fr, title.en, route, services, providers, countries, sms];
  return (await session.query<{ id: number }>(insert, values))[0]!.id;
}

export interface NewUpdate {
  text: BothLanguages;
  resolves: boolean;
  /** Null: the command line. */
  userId: number | null;
}

const insertUpdate: Statement = {
  name: 'insert_incident_update',
  text: `insert into incident_update (incident_id, text_fr, text_en, resolves, made_by)
    values ($1, $2, $3, $4, $5)`,
};

export async function storeUpdate(
  session: Session,
  id: number,
  { text, resolves, userId }: NewUpdate,
): Promise<void> {
  await session.query(insertUpdate, [id, text.fr, text.en, resolves, userId]);
}

const touch: Statement = {
  name: 'touch_incident',
  text: `update incident set updated_at = jokko_now(), resolved_at = case
    when $2 then jokko_now() end
    where id = $1 and resolved_at is null returning title_fr as "fr", title_en as "en"`,
};
const exists: Statement = { name: 'select_incident', text: 'select from incident where id = $1' };

/** Locks it for the update. Answers its title; `over`: it has ended. */
export async function touchIncident(
  session: Session,
  id: number,
  resolves: boolean,
): Promise<BothLanguages | 'over' | 'unknown'> {
  const [title] = await session.query<BothLanguages>(touch, [id, resolves]);
  if (title !== undefined) return title;
  return (await session.query(exists, [id])).length > 0 ? 'over' : 'unknown';
}
