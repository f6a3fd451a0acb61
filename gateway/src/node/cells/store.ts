// Reads and writes the list of further cells, in the home database.

import type { Session, Statement } from '../../platform/db/database.ts';
import { contextOf, type Secrets } from '../../platform/secrets/index.ts';

export interface Cell {
  /** 1 to 63; the home database is 0 and not listed. */
  number: number;
  name: string;
  /** PostgreSQL connection URL. */
  url: string;
  /** The newest of the catalogue's versions that was published to it. */
  catalogueVersion: number;
  /**
   * It is on its way to another server, and not served for the last seconds of that (cells/move).
   */
  frozen: boolean;
}

/** Told when the list has changed; without payload. */
export const cellChannel = 'jokko_cell';

const selectCells: Statement = {
  name: 'list_cells',
  text: `
    select number, name, url_sealed as sealed, catalogue_version as "catalogueVersion",
      coalesce(state = 'frozen', false) as frozen
    from cell left join cell_move m on m.cell = number order by number`,
};
const insertCell: Statement = {
  name: 'insert_cell',
  text: `with told as (select pg_notify('${cellChannel}', ''))
    insert into cell (number, name, url_sealed) select $1, $2, $3 from told`,
};
const updatePublished: Statement = {
  name: 'update_cell_published',
  text: `update cell set catalogue_version = greatest(catalogue_version, $2) where number = $1`,
};

export const urlContext = (number: number): string => contextOf('cell', 'url_sealed', number);

/** In the order of their numbers. */
export async function listCells(
  session: Session,
  secrets: Pick<Secrets, 'unseal'>,
): Promise<Cell[]> {
  const rows = await session.query<Omit<Cell, 'url'> & { sealed: Buffer }>(selectCells);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    url: secrets.unseal(sealed, urlContext(row.number)),
  }));
}

export async function storeCell(
  session: Session,
  secrets: Pick<Secrets, 'seal'>,
  { number, name, url }: Pick<Cell, 'number' | 'name' | 'url'>,
): Promise<void> {
  await session.query(insertCell, [number, name, secrets.seal(url, urlContext(number))]);
}

export async function notePublished(
  session: Session,
  number: number,
  catalogueVersion: number,
): Promise<void> {
  await session.query(updatePublished, [number, catalogueVersion]);
}
