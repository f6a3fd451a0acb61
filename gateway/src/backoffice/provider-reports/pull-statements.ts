// Pulls the statement of each day that has ended from providers that have one, and hands it to the
// reconciliation as a file: it then runs each night by itself.

import {
  addPiece,
  beginFile,
  keptMapping,
  pieceBytesMax,
  startUpload,
} from '../reconciliation/index.ts';
import type { ReportDeps } from './read-balances.ts';
import { providerAccounts, type ProviderAccount } from './provider-account.ts';
import { pulledHeading, pulledMapping, pulledRow } from './statement-csv.ts';
import { claimPull, dayBefore, donePulls, endPull } from './store.ts';

/** Providers write down the last minutes of a day some time after its end. */
const settledSeconds = 2 * 3_600;
/** A day that could not be pulled, or a gateway that was away, is made up for. */
const daysBack = 7;
/** A node that died while it pulled is replaced after this. */
const claimSeconds = 900;
const retrySeconds = 1_800;
const triesMax = 40;
const dayMs = 86_400_000;
const problemCharactersMax = 200;

/** One round: the oldest day that waits, of one account. True when there may be more. */
export function createStatementPuller(deps: ReportDeps): { runOnce(): Promise<boolean> } {
  return {
    async runOnce() {
      for (const account of providerAccounts(deps.providers, deps.catalogue())) {
        if (account.provider.connector.statement === undefined) continue;
        const day = await nextDay(deps, account.route);
        if (day === null) continue;
        await pull(deps, account, day);
        return true;
      }
      return false;
    },
  };
}

/** Claims it: no other node pulls the same one. */
async function nextDay({ database }: ReportDeps, route: string): Promise<string | null> {
  // The last day that had ended two hours ago.
  const last = dayOf(Date.parse(await dayBefore(database, settledSeconds)) - dayMs);
  const since = dayOf(Date.parse(last) - (daysBack - 1) * dayMs);
  const done = await donePulls(database, route, since, triesMax);
  for (let day = since; day <= last; day = dayOf(Date.parse(day) + dayMs)) {
    if (done.has(day)) continue;
    if (await claimPull(database, { route, day, seconds: claimSeconds, triesMax })) return day;
  }
  return null;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

async function pull(deps: ReportDeps, account: ProviderAccount, day: string): Promise<void> {
  const { database, log } = deps;
  const { route } = account;
  try {
    const { lines, fileId } = await handIn(deps, account, day);
    await endPull(database, {
      route,
      day,
      state: 'pulled',
      lines,
      fileId,
      problem: null,
      retrySeconds,
    });
  } catch (error) {
    const problem = String(error instanceof Error ? error.message : error).slice(
      0,
      problemCharactersMax,
    );
    log.warn({ route, day, reason: problem }, 'statement of the provider not pulled');
    await endPull(database, {
      route,
      day,
      state: 'failed',
      lines: 0,
      fileId: null,
      problem,
      retrySeconds,
    });
  }
}

/** Streams the statement into a file of the reconciliation. Throws when any of it is missing. */
async function handIn(
  { database }: ReportDeps,
  { route, routes, provider }: ProviderAccount,
  day: string,
): Promise<{ lines: number; fileId: number }> {
  const by = { userId: null, who: { kind: 'system' } } as const;
  const fileId = await startUpload(database, { route, name: `${route} ${day}`, by });
  let piece = pulledHeading(route, day);
  let number = 0;
  let lines = 0;
  const put = async (): Promise<void> => {
    const taken = await addPiece(database, { id: fileId, number, bytes: Buffer.from(piece) });
    if (taken !== 'taken') throw new Error(`the statement is too large: ${lines} lines so far`);
    number += 1;
    piece = '';
  };
  for await (const line of provider.connector.statement!(provider.context, day)) {
    piece += pulledRow(line);
    lines += 1;
    if (piece.length > pieceBytesMax / 4) await put();
  }
  if (piece !== '') await put();
  const from = new Date(`${day}T00:00:00Z`);
  const kept = await keptMapping(database, route);
  const others = [...routes, ...(kept?.routes ?? [])].filter((other) => other !== route);
  const begun = await beginFile(database, {
    id: fileId,
    mapping: pulledMapping([...new Set(others)], kept?.fees ?? { in: null, out: null }),
    keepsMapping: false,
    period: { from, until: new Date(from.getTime() + dayMs) },
    balances: [],
    by,
  });
  // The same day again, as it was: its file has been taken.
  if (!begun.ok && begun.refusal === 'sameFile') return { lines, fileId: begun.id };
  if (!begun.ok) throw new Error(`the statement was not taken: ${begun.refusal}`);
  return { lines, fileId };
}
