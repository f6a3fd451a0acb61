// Lists incidents with what was published about each: for the operator, for the status page and its
// feed, and for the banner of one user.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { BothLanguages } from './store.ts';

export interface Incident {
  id: number;
  title: BothLanguages;
  route: string | null;
  services: string[];
  providers: string[];
  countries: string[];
  startedAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  /** The newest first. */
  updates: { text: BothLanguages; at: Date }[];
}

interface Row extends Omit<Incident, 'title' | 'updates'> {
  titleFr: string;
  titleEn: string;
  updates: { fr: string; en: string; at: string }[];
}

const columns = `i.id, i.title_fr as "titleFr", i.title_en as "titleEn", i.route, i.services,
  i.providers, i.countries,
  i.started_at as "startedAt", i.updated_at as "updatedAt", i.resolved_at as "resolvedAt",
  (select json_agg(json_build_object('fr', u.text_fr, 'en', u.text_en, 'at', u.made_at)
    order by u.id desc)
    from incident_update u where u.incident_id = i.id) as updates`;

// The present ones come on the first page, whatever their number.
const selectPage: Statement = {
  name: 'list_incidents',
  text: `select * from (
      select ${columns} from incident i where i.resolved_at is null and $1::integer is null
      union all
      (select ${columns} from incident i where i.resolved_at is not null
        and ($1::integer is null or i.id < $1)
        order by i.id desc limit $2)) l
    order by "resolvedAt" is not null, id desc`,
};
/** The status page and its feed show as many days. */
export const historyDays = 90;
const historyMax = 200;
const selectPublic: Statement = {
  name: 'list_public_incidents',
  text: `select ${columns} from incident i
    where i.resolved_at is null or i.resolved_at > jokko_now() - interval '${historyDays} days'
    order by i.resolved_at is not null, i.id desc limit ${historyMax}`,
};
const selectForUser: Statement = {
  name: 'list_incidents_for_user',
  text: `select ${columns} from incident i
    where i.resolved_at is null and (i.services && $2::text[] or (i.sms and $3))
      and not exists (select from incident_dismissal d where d.incident_id = i.id
        and d.user_id = $1)
    order by i.id desc`,
};
const insertDismissal: Statement = {
  name: 'insert_incident_dismissal',
  text: `insert into incident_dismissal (incident_id, user_id) select id, $2 from incident
    where id = $1 on conflict do nothing`,
};

const toIncident = ({ titleFr, titleEn, updates, ...row }: Row): Incident => ({
  ...row,
  title: { fr: titleFr, en: titleEn },
  updates: updates.map(({ fr, en, at }) => ({ text: { fr, en }, at: new Date(at) })),
});

async function read(
  session: Session,
  statement: Statement,
  values: unknown[],
): Promise<Incident[]> {
  return (await session.query<Row>(statement, values)).map(toIncident);
}

/** Present ones, and up to `max` that are resolved; `after`: further resolved ones. */
export const listIncidents = (
  session: Session,
  { after, max }: { after: number | null; max: number },
): Promise<Incident[]> => read(session, selectPage, [after, max]);

/** Present ones first, then those of the last 90 days. */
export const listPublicIncidents = (session: Session): Promise<Incident[]> =>
  read(session, selectPublic, []);

/** Those that last, concern one of these services or SMS, and that the user has not put away. */
export const listIncidentsFor = (
  session: Session,
  { userId, services, sms }: { userId: number; services: readonly string[]; sms: boolean },
): Promise<Incident[]> => read(session, selectForUser, [userId, services, sms]);

/** The user sees its banner no more. */
export async function dismissIncident(session: Session, id: number, userId: number): Promise<void> {
  await session.query(insertDismissal, [id, userId]);
}
