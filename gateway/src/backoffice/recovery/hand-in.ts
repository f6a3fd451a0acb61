// Hands in what send journals know and the database has forgotten: each attempt becomes an
// operation again, or waits with the reason why it cannot. Repeating it changes nothing.

import type { Database, Session } from '../../platform/db/database.ts';
import { makePeriodsOf } from '../../platform/db/id-periods.ts';
import {
  findLatestAttempts,
  type RestoreResult,
  type Writer,
} from '../../payments/operations/index.ts';
import {
  describeMissing,
  findForgottenEntries,
  findMissing,
  nodeDirectories,
  readBackwards,
  type JournalEntry,
  type Sealing,
  type SentKey,
  type WrittenEntry,
} from '../../payments/send-journal/index.ts';
import { takeBlocksAgain } from '../../platform/db/scattered-ids.ts';
import { knownAccounts, listForgotten, noteForgotten, resolveForgotten } from './store.ts';
import { slicesOf } from '../../platform/in-turns.ts';

export interface HandInDeps {
  database: Database;
  writer: Pick<Writer, 'restore'>;
}

export interface HandedIn {
  /** Operations, or attempts of operations, that exist again. */
  restored: number;
  /** Attempts that cannot be made again yet. */
  waiting: number;
}

const comparedAtOnce = 1_000;
/** Each takes a connection of the pool for a moment. */
const operationsAtOnce = 4;
/**
 * What a backup forgets is the end of each journal: after so many segments without a gap the rest
 * is known.
 */
const wholeSegments = 3;

/**
 * The attempts of all journals below a DATA_DIR that the database does not know, the oldest first.
 */
export async function findForgotten(
  database: Session,
  journals: string,
  secrets: Sealing,
): Promise<WrittenEntry[]> {
  const found = new Map<string, WrittenEntry>();
  for (const directory of nodeDirectories(journals)) {
    let whole = 0;
    for await (const entries of readBackwards(directory, secrets, { torn: 0, locked: 0 })) {
      const missing = await compare(database, entries, findForgottenEntries);
      for (const entry of missing) found.set(`${entry.terms.id} ${entry.attempt.number}`, entry);
      whole = missing.length === 0 ? whole + 1 : 0;
      if (whole === wholeSegments) break;
    }
  }
  return [...found.values()].toSorted(
    (one, other) =>
      one.attempt.sentAt.getTime() - other.attempt.sentAt.getTime() ||
      one.attempt.number - other.attempt.number,
  );
}

async function compare<Entry extends SentKey>(
  database: Session,
  entries: readonly Entry[],
  find: typeof findMissing,
): Promise<Entry[]> {
  const missing: Entry[] = [];
  for (const part of slicesOf(entries, comparedAtOnce))
    missing.push(...(await find(database, part)));
  return missing;
}

/** Each is read whole when its turn comes. */
export async function handIn(
  deps: HandInDeps,
  entries: readonly (SentKey & Pick<WrittenEntry, 'read'>)[],
): Promise<HandedIn> {
  const byOperation = Map.groupBy(entries, ({ terms }) => terms.id);
  const accounts = await knownAccounts(
    deps.database,
    entries.map(({ terms }) => terms.accountId),
  );
  const ids = [...byOperation.keys()];
  await makePeriodsOf(deps.database, ids);
  await takeBlocksAgain(deps.database, ids);
  const count: HandedIn = { restored: 0, waiting: 0 };
  for (const part of slicesOf([...byOperation.values()], operationsAtOnce))
    await Promise.all(
      part.map(async (attempts) => {
        for (const entry of attempts) {
          const result = await restoreOne(deps, accounts, await entry.read());
          if (result === 'restored') count.restored++;
          if (result === 'notYet') count.waiting++;
        }
      }),
    );
  return count;
}

/** Tries again what could not be made again so far. Answers how many could. */
export async function retryForgotten(deps: HandInDeps): Promise<number> {
  const open = await listForgotten(deps.database);
  if (open.length === 0) return 0;
  const missing = await compare(
    deps.database,
    open.map(({ entry }) => ({ ...entry, read: () => Promise.resolve(entry) })),
    findMissing,
  );
  const stillMissing = new Set(missing.map(describeMissing));
  // Another node handed the same journal in, and was first.
  for (const { entry } of open)
    if (!stillMissing.has(describeMissing(entry)))
      await resolveForgotten(deps.database, keyOf(entry), 'restored');
  return (await handIn(deps, missing)).restored;
}

async function restoreOne(
  { database, writer }: HandInDeps,
  accounts: ReadonlySet<number>,
  entry: JournalEntry,
): Promise<RestoreResult['type']> {
  const { terms, attempt } = entry;
  const { accountId, id } = terms;
  if (!accounts.has(accountId)) {
    await noteForgotten(database, entry, `account ${accountId} is not known`);
    return 'notYet';
  }
  const previous = (await findLatestAttempts(database, [terms])).get(id) ?? null;
  const result = await writer.restore({ type: 'restore', terms, attempt, previous });
  // What is settled is noted too: it is never an attempt in the database, and would be missed
  // again.
  if (result.type !== 'restored') await noteForgotten(database, entry, result.reason);
  if (result.type !== 'notYet') {
    const resolution = result.type === 'settled' ? result.reason : 'restored';
    await resolveForgotten(database, keyOf(entry), resolution);
  }
  return result.type;
}

const keyOf = ({ terms: { accountId, id }, attempt: { number } }: JournalEntry) => ({
  accountId,
  id,
  number,
});
