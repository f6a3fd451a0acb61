// Pulls the statement of each day that has ended from providers that have one, and hands it to the
// reconciliation as a file: it then runs each night by itself. A day is read again when a file for
// it arrives, or a person asks for it.

import type { StatementDay, StatementLine } from '@jokko/connectors/kit';
import {
  addPiece,
  beginFile,
  keptMapping,
  pieceBytesMax,
  startUpload,
} from '../reconciliation/index.ts';
import type { ReportDeps } from './read-balances.ts';
import { providerAccounts, type ProviderAccount } from './provider-account.ts';
import { pulledFoot, pulledHeading, pulledMapping, pulledRow } from './statement-csv.ts';
import { leasePull, dayBefore, dueDays, endPull, firstStatementDay } from './store.ts';

/** Providers write down the last minutes of a day some time after its end. */
const settledSeconds = 2 * 3_600;
/** A node that died while it pulled is replaced after this. */
const leaseSeconds = 900;
const retrySeconds = 1_800;
const dayMs = 86_400_000;
const minuteMs = 60_000;
const problemCharactersMax = 200;

/** One round: the oldest day that waits, of one account. True when there may be more. */
export function createStatementPuller(deps: ReportDeps): { runOnce(): Promise<boolean> } {
  const firstDays = new Map<string, string | null>();
  return {
    async runOnce() {
      for (const account of providerAccounts(deps.providers, deps.catalogue())) {
        if (account.provider.statement === undefined) continue;
        const next = await nextDay(deps, account.route, firstDays);
        if (next === null) continue;
        await pull(deps, account, next);
        return true;
      }
      return false;
    },
  };
}

interface LeasedDay {
  day: string;
  /** How many of the provider's files say anything of it, before it is read. */
  files: number;
}

/** Leases it: no other node pulls the same one. */
async function nextDay(
  { database }: ReportDeps,
  route: string,
  firstDays: Map<string, string | null>,
): Promise<LeasedDay | null> {
  // The last day that had ended two hours ago.
  const last = dayOf(Date.parse(await dayBefore(database, settledSeconds)) - dayMs);
  // A day on which the route did not exist yet has nothing of ours, and is searched for nothing.
  const first = firstDays.get(route) ?? (await firstStatementDay(database, route));
  firstDays.set(route, first);
  for (const day of await dueDays(database, { route, first, last })) {
    const files = await leasePull(database, { route, day, seconds: leaseSeconds });
    if (files !== null) return { day, files };
  }
  return null;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

async function pull(
  deps: ReportDeps,
  account: ProviderAccount,
  { day, files }: LeasedDay,
): Promise<void> {
  const { database, log } = deps;
  const { route } = account;
  const ended = { route, day, files, retrySeconds };
  try {
    const { lines, fileId } = await handIn(deps, account, day);
    await endPull(database, { ...ended, state: 'pulled', lines, fileId, problem: null });
  } catch (error) {
    const problem = String(error instanceof Error ? error.message : error).slice(
      0,
      problemCharactersMax,
    );
    log.warn({ route, day, reason: problem }, 'statement of the provider not pulled');
    await endPull(database, { ...ended, state: 'failed', lines: 0, fileId: null, problem });
  }
}

/** Streams the statement into a file of the reconciliation. Throws when any of it is missing. */
async function handIn(
  { database }: ReportDeps,
  account: ProviderAccount,
  day: string,
): Promise<{ lines: number; fileId: number }> {
  const { route } = account;
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
  const told: StatementDay = {};
  for await (const line of readDay(account, day, told)) {
    piece += pulledRow(line);
    lines += 1;
    if (piece.length > pieceBytesMax / 4) await put();
  }
  piece += pulledFoot(told.balances ?? []);
  if (piece !== '') await put();
  const begun = await beginFile(database, {
    id: fileId,
    ...(await beginningOf({ database }, account, day, told)),
    keepsMapping: false,
    by,
  });
  // The same day again, as it was: its file has been taken.
  if (!begun.ok && begun.refusal === 'sameFile') return { lines, fileId: begun.id };
  if (!begun.ok) throw new Error(`the statement was not taken: ${begun.refusal}`);
  return { lines, fileId };
}

/** The lines; after the last one, `told` is what the provider says of the day. */
async function* readDay(
  { provider }: ProviderAccount,
  day: string,
  told: StatementDay,
): AsyncGenerator<StatementLine> {
  const said = yield* provider.statement!(day);
  Object.assign(told, said);
}

async function beginningOf(
  { database }: Pick<ReportDeps, 'database'>,
  { route, routes }: ProviderAccount,
  day: string,
  { utcOffsetMinutes = 0, balances = [] }: StatementDay,
) {
  const fromMs = Date.parse(`${day}T00:00:00Z`) - utcOffsetMinutes * minuteMs;
  const kept = await keptMapping(database, route);
  const others = [...routes, ...(kept?.routes ?? [])].filter((other) => other !== route);
  const fees = kept?.fees ?? { in: null, out: null };
  return {
    mapping: pulledMapping({ routes: [...new Set(others)], fees, utcOffsetMinutes }),
    period: { from: new Date(fromMs), until: new Date(fromMs + dayMs) },
    balances,
  };
}
