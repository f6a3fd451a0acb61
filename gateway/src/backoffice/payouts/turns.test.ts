// S8: the largest batch is worked on a slice at a time. Lines are counted between the moments at
// which others have their turn, so that the figures do not depend on the speed of the machine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import type { GivenLine } from './columns.ts';
import { checkDraft, linesAtOnce, storeDraft } from './draft.ts';
import { storeBatch } from './store.ts';
import { number, openPayoutBackOffice } from './testing.ts';

const lines = 10_000;
/** The values of one statement. */
const valuesMax = 1_000;

const db = useDatabase();

interface Turns {
  /** Lines that were met since others had their turn. */
  met: Set<number>;
  most: number;
  turns: number;
  /** The longest list that one statement was given or answered. */
  listed: number;
}

/** Others have their turn. */
function give(turns: Turns): void {
  turns.most = Math.max(turns.most, turns.met.size);
  turns.met.clear();
  turns.turns += 1;
}

const watchedLine = ({ met }: Turns, fileLine: number): GivenLine => ({
  isExact: true,
  data: null,
  extraCells: false,
  isCutPhone: false,
  currency: null,
  phone: number(fileLine),
  amount: '10',
  name: 'Awa',
  note: '',
  service: 'OPA_SN_API_CASH_IN',
  externalId: `SALARY-${fileLine}`,
  get fileLine() {
    met.add(fileLine);
    return fileLine;
  },
});

function lengthOf(value: unknown): number {
  if (typeof value !== 'string') return 0;
  if (value.startsWith('[')) return (JSON.parse(value) as unknown[]).length;
  return value.startsWith('{') ? value.split(',').length : 0;
}

const watched = (session: Session, turns: Turns): Session => ({
  async query<Row>(...[statement, values = []]: Parameters<Session['query']>): Promise<Row[]> {
    give(turns);
    const rows = await session.query<Row>(statement, values);
    turns.listed = Math.max(turns.listed, rows.length, ...values.map(lengthOf));
    return rows;
  },
});

test('S8 10,000 lines are checked and stored a slice at a time, in statements of a slice each', async () => {
  const backOffice = await openPayoutBackOffice(db);
  const turns: Turns = { met: new Set(), most: 0, turns: 0, listed: 0 };
  const given = Array.from({ length: lines }, (_, index) => watchedLine(turns, index + 1));
  const othersTurn = () => {
    give(turns);
    return machine.othersTurn();
  };
  const stored = await runIn({ ...machine, othersTurn }, async () => {
    const context = await backOffice.context();
    turns.met.clear();
    const draft = await checkDraft(watched(db.database, turns), context, given, {
      id: 0,
      codeService: null,
    });
    give(turns);
    return inTransaction(db.database, async (session) => {
      const id = await storeBatch(session, {
        accountId: 1,
        name: 'Salaries',
        fileName: '',
        codeService: null,
        sheet: null,
        hiddenRows: 0,
        fileHash: Buffer.alloc(32),
        maker: { userId: 1 },
      });
      await storeDraft(watched(session, turns), { id: id!, accountId: 1 }, draft);
      return session.query<{ lines: number }>({
        name: 'count_draft',
        text: 'select draft as lines from payout_batch',
      });
    });
  });
  await backOffice.close();
  assert.deepEqual(stored, [{ lines }]);
  assert.ok(turns.most > 0 && turns.most <= linesAtOnce, `${turns.most} lines in one turn`);
  assert.ok(turns.listed > 0 && turns.listed <= valuesMax, `${turns.listed} in one statement`);
  assert.ok(turns.turns >= (3 * lines) / linesAtOnce, `${turns.turns} turns`);
});
