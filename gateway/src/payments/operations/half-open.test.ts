// O15: few operations are let through to a route that is tried again; a repeat of one that is known
// sends nothing and is none of them.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import {
  number,
  openPayoutBackOffice,
  type PayoutBackOffice,
} from '../../backoffice/payouts/testing.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { withBreakers, type Catalogue } from '../catalogue/index.ts';
import { initiate, prepareOrder } from './index.ts';

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

test('O15 a thread does not pass by a route that is tried again because another route of its service is on', async () => {
  const { account, catalogue } = await backOffice.context();
  const code = 'OPA_SN_API_CASH_IN';
  const shared = { ...catalogue.service(code)!, routes: ['OPA_SN', 'OPD_SN'] };
  const both: Catalogue = {
    ...catalogue,
    services: [shared],
    service: (wanted) => (wanted === code ? shared : undefined),
  };
  const preparedWhile = (breakers: ReadonlyMap<string, 'open' | 'half_open'>) => {
    const body = {
      phone: number(1),
      amount: '1000',
      codeService: code,
      externalTransactionId: 'TRY-3',
    };
    const order = { body, account, catalogue: withBreakers(both, breakers), apiKey: '' };
    return prepareOrder(backOffice.deps.initiate, order, '1')?.opening.terms.route ?? null;
  };
  assert.equal(preparedWhile(new Map()), 'OPA_SN');
  assert.equal(preparedWhile(new Map([['OPA_SN', 'open']])), 'OPD_SN');
  // Who keeps the tries is asked whether it is one of them.
  assert.equal(preparedWhile(new Map([['OPA_SN', 'half_open']])), null);
  assert.equal(preparedWhile(new Map([['OPD_SN', 'half_open']])), 'OPA_SN');
});
