// Stores the filters that members have saved for themselves.

import { savedFiltersMax } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';

interface SavedFilter {
  id: number;
  name: string;
  search: string;
}

interface ListOfMember {
  membershipId: number;
  list: string;
}

const selectSaved: Statement = {
  name: 'select_saved_filters',
  text: `select id, name, search from saved_filter where membership_id = $1 and list = $2
    order by name, id`,
};
const replaceSaved: Statement = {
  name: 'replace_saved_filter',
  text: `
    insert into saved_filter (membership_id, list, name, search)
    select $1, $2, $3, $4 where exists (select from saved_filter where membership_id = $1
      and list = $2 and name = $3)
      or (select count(*) from saved_filter where membership_id = $1
        and list = $2) < ${savedFiltersMax}
    on conflict (membership_id, list, name) do update set search = excluded.search
    returning id`,
};
const deleteSaved: Statement = {
  name: 'delete_saved_filter',
  text: 'delete from saved_filter where id = $1 and membership_id = $2 returning id',
};

export function listSavedFilters(
  session: Session,
  { membershipId, list }: ListOfMember,
): Promise<SavedFilter[]> {
  return session.query(selectSaved, [membershipId, list]);
}

/** False: there are too many already. */
export async function saveFilter(
  session: Session,
  { membershipId, list }: ListOfMember,
  { name, search }: Omit<SavedFilter, 'id'>,
): Promise<boolean> {
  return (await session.query(replaceSaved, [membershipId, list, name, search])).length > 0;
}

/** False: the member has no such filter. */
export async function deleteSavedFilter(
  session: Session,
  id: number,
  membershipId: number,
): Promise<boolean> {
  return (await session.query(deleteSaved, [id, membershipId])).length > 0;
}
