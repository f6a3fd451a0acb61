// `jokko reconciliation import`: takes a provider's statement file in and works it off.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { toDecimalString } from '@jokko/contract';
import { makePortalCheck, portalRoutes } from '@jokko/contract/portal';
import {
  addPiece,
  beginFile,
  createReconciler,
  findFile,
  pieceBytesMax,
  previewFile,
  readSums,
  startUpload,
  type Mapping,
  type Uploader,
} from '../domain/reconciliation/index.ts';
import { readArguments } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import type { Installation } from '../installation.ts';

type Database = Installation['database'];

const by: Uploader = { personId: null, who: { kind: 'command' } };

export const command: Command = {
  usage: 'reconciliation import FILE --provider ROUTE [--mapping FILE] [--from TIME --until TIME]',
  run(args, output) {
    const { values, positionals } = readArguments(
      args,
      { provider: { type: 'string' }, mapping: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } },
      ['FILE'],
    );
    const file = positionals[0] ?? '';
    const route = values.provider ?? '';
    if (route === '') throw new UsageError('--provider names the route whose statement it is');
    const period = readPeriod(values.from, values.until);
    const given = values.mapping === undefined ? null : readMapping(values.mapping);
    return withInstallation(async ({ database }) => {
      const id = await upload(database, file, route);
      const mapping = given ?? (await keptFor(database, id, route));
      const begun = await beginFile(database, { id, mapping, period, balances: [], by });
      if (!begun.ok) throw new Refusal(whyNot(begun, file));
      const reconciler = createReconciler(database);
      while (await reconciler.runOnce());
      await reconciler.close();
      const done = (await findFile(database, id))!;
      if (done.state === 'failed') throw new Refusal(`${file} was taken in as number ${id}, and cannot be read: ${done.problem}`);
      const { sums, totals } = await readSums(database, id);
      const told = sums.map(({ theirs, ours, fees, ...sum }) => ({
        ...sum,
        ...{ theirs: toDecimalString(theirs), ours: toDecimalString(ours), fees: toDecimalString(fees) },
      }));
      const addsUp = totals.every((total) => total.addsUp);
      const { lines, gaps, linesOutside } = done;
      output.result({ id, state: done.state, lines, gaps, linesOutside, addsUp, sums: told }, () =>
        [
          `statement ${id}: ${lines} rows, ${gaps} gaps${addsUp ? '' : '; IT DOES NOT ADD UP'}`,
          ...(linesOutside === 0 ? [] : [`  ${linesOutside} rows are of other days than the period says`]),
          ...told.map(
            (sum) =>
              `  ${sum.currency.padEnd(4)} ${sum.class.padEnd(14)} ${String(sum.lines).padStart(7)}  theirs ${sum.theirs}  ours ${sum.ours}`,
          ),
        ].join('\n'),
      );
      return 0;
    });
  },
};

async function upload(database: Database, file: string, route: string): Promise<number> {
  const handle = openFile(file);
  try {
    const id = await startUpload(database, { route, name: basename(file), by });
    const piece = Buffer.alloc(pieceBytesMax);
    for (let number = 0; ; number += 1) {
      const count = readSync(handle, piece, 0, piece.length, null);
      if (count === 0) return id;
      if ((await addPiece(database, { id, number, bytes: piece.subarray(0, count) })) === 'tooLarge')
        throw new Refusal(`${file} is larger than 20 MB`);
    }
  } finally {
    closeSync(handle);
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, { cause: error });
  }
}

/** The mapping of the provider's last file; a guess is told, and never used by itself. */
async function keptFor(database: Database, id: number, route: string): Promise<Mapping> {
  const previewed = await previewFile(database, id, null, 'UTC');
  if (!previewed.ok) throw new Refusal(`the file cannot be read: ${previewed.refusal === 'file' ? previewed.problem : previewed.refusal}`);
  const { mapping, isKept, faults } = previewed.preview;
  if (isKept && faults.length === 0) return mapping;
  throw new Refusal(`no mapping fits the files of ${route}: give one with --mapping. A guess:\n${JSON.stringify(mapping, null, 2)}`);
}

function readMapping(file: string): Mapping {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const faults = makePortalCheck(portalRoutes['POST operator/reconciliation/begin'].body.properties.mapping)(value);
    if (faults.length === 0) return value as Mapping;
    throw new UsageError(`${file}: ${faults.map(({ field, problem }) => `${field} ${problem}`).join(', ')}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is no mapping: ${(error as Error).message}`, { cause: error });
  }
}

function readPeriod(from: string | undefined, until: string | undefined): { from: Date; until: Date } | null {
  if (from === undefined && until === undefined) return null;
  const period = { from: new Date(from ?? ''), until: new Date(until ?? '') };
  if (!(period.from < period.until))
    throw new UsageError('--from and --until take two times such as 2026-11-20T00:00:00Z, the later one last');
  return period;
}

function whyNot(begun: Exclude<Awaited<ReturnType<typeof beginFile>>, { ok: true }>, file: string): string {
  switch (begun.refusal) {
    case 'sameFile':
      return `${file} was taken in before, as number ${begun.id}`;
    case 'mapping':
      return `the mapping is wrong: ${begun.fields.join(', ')}`;
    case 'empty':
      return `${file} is empty`;
    case 'incomplete':
    case 'unknown':
      return 'the upload is gone';
  }
}
