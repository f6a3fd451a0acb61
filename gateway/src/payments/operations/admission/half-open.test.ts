// O15: few operations are let through to a route that is tried again; a repeat of one that is known
// sends nothing and is none of them.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import {
  number,
  openPayoutBackOffice,
  type PayoutBackOffice,
} from '../../../backoffice/payouts/testing.ts';
import type { TestDatabase } from '../../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../../node/doctor/testing/use-postgres.ts';
import { withBreakers } from '../../catalogue/index.ts';
import { initiate } from '../index.ts';

const postgres = usePostgres();
let db: TestDatabase;
let backOffice: PayoutBackOffice;

beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openPayoutBackOffice(db);
});
afterEach(async () => {
  await backOffice.close();
  await db.close();
});

test('O15 a repeat of a known id uses up no try of a route that is tried again', async () => {
  const route = 'OPA_SN';
  const tries: string[] = [];
  const order = async (externalTransactionId: string, room: boolean): Promise<string> => {
    const { account, catalogue } = await backOffice.context();
    const mayTry = (name: string): boolean => {
      tries.push(name);
      return room;
    };
    const answer = await initiate(
      { ...backOffice.deps.initiate, mayTry },
      {
        body: {
          phone: number(1),
          amount: '1000',
          codeService: `${route}_API_CASH_IN`,
          externalTransactionId,
        },
        account,
        catalogue: withBreakers(catalogue, new Map([[route, 'half_open']])),
        apiKey: '',
      },
    );
    return answer.type;
  };
  assert.equal(await order('TRY-1', true), 'opened');
  assert.deepEqual(tries, [route]);
  assert.equal(await order('TRY-1', true), 'replayed');
  assert.deepEqual(tries, [route]);
  assert.equal(await order('TRY-2', true), 'opened');
  assert.deepEqual(tries, [route, route]);
});
