// Imports and processes statement files in tests.

import type { Database } from '../../../platform/db/database.ts';
import type { TestDatabase } from '../../../node/doctor/testing/postgres.ts';
import { openRows } from '../../../platform/spreadsheet/index.ts';
import { guessMapping } from '../guess-mapping.ts';
import { readableWith } from '../judge-mapping.ts';
import type { Mapping } from '../mapping.ts';
import type { StatementLine } from '../read-line.ts';
import { addPiece, beginFile, startUpload, type Begun, type Uploader } from '../upload.ts';
import { createReconciler } from '../work.ts';

export const byCommand: Uploader = { userId: null, who: { kind: 'command' } };

export const testMapping: Mapping = {
  columns: {
    ourReference: 'external_reference',
    providerReference: 'transaction_id',
    amount: 'amount',
    amountOut: null,
    fee: 'fee',
    currency: 'currency',
    time: 'completed_at',
    status: 'status',
    direction: 'direction',
  },
  headingRow: 1,
  dayOrder: 'ymd',
  timeZone: 'Africa/Dakar',
  decimal: '.',
  direction: 'column',
  currency: null,
  words: {
    in: ['in'],
    out: ['out'],
    success: ['SUCCESS'],
    failed: ['FAILED'],
    pending: ['PENDING'],
    reversed: ['REVERSED'],
  },
  fees: { in: { percent: '1', fixed: '0' }, out: { percent: '1', fixed: '0' } },
  graceMinutes: 0,
  routes: [],
};

export interface TestFile {
  content: string | Buffer;
  route?: string;
  mapping?: Partial<Mapping>;
  period?: { from: Date; until: Date } | null;
  balances?: { currency: string; opening: bigint; closing: bigint }[];
  pieceBytes?: number;
}

/** Uploads a file and says that it counts; nothing is worked off yet. */
export async function takeIn(
  { database }: TestDatabase,
  file: TestFile,
): Promise<{ id: number; begun: Begun }> {
  const {
    content,
    route = 'gsma-sandbox',
    mapping,
    period = null,
    balances = [],
    pieceBytes = 1 << 20,
  } = file;
  const id = await startUpload(database, { route, name: 'day.csv', by: byCommand });
  const bytes = Buffer.from(content);
  for (let number = 0; number * pieceBytes < bytes.length; number += 1) {
    await addPiece(database, {
      id,
      number,
      bytes: bytes.subarray(number * pieceBytes, (number + 1) * pieceBytes),
    });
  }
  const begun = await beginFile(database, {
    id,
    mapping: { ...testMapping, ...mapping },
    period,
    balances,
    by: byCommand,
  });
  return { id, begun };
}

/**
 * The database, whose connections show each query to `before` first; what that throws is what the
 * query throws.
 */
export const watched = (
  database: Database,
  before: (name: string, values: readonly unknown[]) => void,
): Database => ({
  ...database,
  async connect(purpose) {
    const connection = await database.connect(purpose);
    return {
      ...connection,
      get broken() {
        return connection.broken;
      },
      query: ((statement, values) => {
        before(statement.name, values ?? []);
        return connection.query(statement, values);
      }) as typeof connection.query,
    };
  },
});

export async function workOff({ database }: { database: Database }): Promise<void> {
  const reconciler = createReconciler(database);
  while (await reconciler.runOnce());
  await reconciler.close();
}

/** The lines of a CSV file, read with the mapping that is proposed for it. */
export async function readGuessed(lines: readonly string[]): Promise<StatementLine[]> {
  const opened = await openRows(Buffer.from(lines.join('\n')), { rowsMax: 100 });
  try {
    const { rows, form } = await opened.take(100);
    return readableWith(guessMapping(rows, 'Africa/Dakar', form), rows, form)!.lines;
  } finally {
    opened.close();
  }
}
