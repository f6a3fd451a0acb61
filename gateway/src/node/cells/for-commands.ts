// What commands do with further cells: open the database of one, and add one.

import { Refusal } from '../../cli/errors.ts';
import { openDatabase, type OpenDatabase } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { openFaultOf } from '../../platform/db/open-fault.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { Config } from '../config/config.ts';
import { loadIdKey } from '../start/id-key.ts';
import { InstallationError } from '../start/installation-error.ts';
import { prepareDatabase } from '../start/installation.ts';
import { adoptDatabase, freeNumber } from './adopt.ts';
import { publishCatalogue } from './publish.ts';
import { listCells, notePublished, storeCell } from './store.ts';

export { listCells } from './store.ts';

interface HomeDatabase {
  database: OpenDatabase;
  secrets: Secrets;
}

/**
 * Opens a cell's database; the caller closes it. Null: there is no such cell. Throws a Refusal
 * where it is away.
 */
export async function openCellOf(
  config: Config,
  home: HomeDatabase,
  number: number,
): Promise<HomeDatabase | null> {
  const cell = (await listCells(home.database, home.secrets)).find(
    (each) => each.number === number,
  );
  if (cell === undefined) return null;
  return openUrl(config, cell.url, `cell ${number}`);
}

async function openUrl(config: Config, url: string, what: string): Promise<HomeDatabase> {
  const database = openDatabase(url);
  try {
    return { database, secrets: (await prepareDatabase(config, url, database)).secrets };
  } catch (error) {
    await database.close();
    const reason =
      openFaultOf(error)?.reason ?? (error instanceof InstallationError ? error.message : null);
    if (reason === null) throw error;
    throw new Refusal(`${what} cannot be opened: ${reason}`);
  }
}

/**
 * Makes the empty database at `url` the next cell, with the catalogue in force. Answers its number.
 */
export async function addCell(
  config: Config,
  home: HomeDatabase,
  { name, url }: { name: string; url: string },
): Promise<number> {
  const present = await listCells(home.database, home.secrets);
  if (present.some((cell) => cell.name === name))
    throw new Refusal(`there is a cell named ${name} already`);
  const number = await freeNumber(home.database);
  if (number === null) throw new Refusal('there are 63 further cells already, which is all');
  const { database } = await openUrl(config, url, 'the database');
  try {
    await refuseHome(home.database, database);
    const refusal = await adoptDatabase(database, number, await loadIdKey(home.database));
    if (refusal !== null) throw new Refusal(refusal);
    const version = await publishCatalogue(home.database, database, 0);
    await inTransaction(home.database, async (session) => {
      await storeCell(session, home.secrets, { number, name, url });
      await notePublished(session, number, version);
      await recordAudit(session, {
        who: { kind: 'command' },
        action: 'cell.add',
        subject: `cell/${number}`,
        new: { name },
      });
    });
    return number;
  } finally {
    await database.close();
  }
}

async function refuseHome(home: OpenDatabase, database: OpenDatabase): Promise<void> {
  const statement = { name: 'select_installation_id', text: 'select id from installation' };
  const [[one], [other]] = await Promise.all([
    home.query<{ id: string }>(statement),
    database.query<{ id: string }>(statement),
  ]);
  if (one!.id === other!.id) throw new Refusal('the database is the home database itself');
}
