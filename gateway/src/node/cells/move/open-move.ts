// What the steps of a move work with: home, and a connection to each of the two databases.

import type { OpenDatabase } from '../../../platform/db/database.ts';
import { connectPlainly, type PlainConnection } from '../../../platform/db/plain-connection.ts';
import type { Secrets } from '../../../platform/secrets/index.ts';
import { Refusal } from '../../../cli/errors.ts';
import type { CellMove } from './store.ts';

export interface Home {
  database: OpenDatabase;
  secrets: Secrets;
}

export interface OpenMove {
  home: Home;
  move: CellMove;
  old: PlainConnection;
  fresh: PlainConnection;
  /** A line on how far it is. */
  report(line: string): void;
}

/** Throws a Refusal where it cannot be reached. */
export async function openPlace(url: string, what: string): Promise<PlainConnection> {
  try {
    return await connectPlainly(url);
  } catch (error) {
    throw new Refusal(`${what} cannot be opened: ${(error as Error).message}`);
  }
}

export async function withBoth<Result>(
  { fromUrl, toUrl }: Pick<CellMove, 'fromUrl' | 'toUrl'>,
  work: (old: PlainConnection, fresh: PlainConnection) => Promise<Result>,
): Promise<Result> {
  const old = await openPlace(fromUrl, 'the old database');
  try {
    const fresh = await openPlace(toUrl, 'the new database');
    try {
      return await work(old, fresh);
    } finally {
      await fresh.close();
    }
  } finally {
    await old.close();
  }
}
