// Proves GET rejected-requests: an account sees why its own requests were refused, without personal
// data, and nobody else's.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  assertAnswer,
  createAccount,
  createClient,
  openFixture,
  payOut,
  until,
} from './harness/index.ts';
import type { Client, Fixture, Json } from './harness/index.ts';

const path = '/api-services/rejected-requests';

describe('rejected-requests', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture();
  });
  after(() => fixture.close());

  async function list({ get, apiKey }: Client, query = ''): Promise<Json> {
    const answer = await get(`${path}${query}`, { Secretkey: apiKey });
    assertAnswer(path, answer);
    return answer.json;
  }
  const refused = async (by: Client, members: Record<string, unknown>): Promise<void> => {
    const { json } = await by.operation(payOut(members));
    assert.notEqual(json.code, 2000);
  };
  async function listed(by: Client, count: number): Promise<Json[]> {
    let requests: Json[] = [];
    await until('they are written down', async () => {
      ({ requests } = (await list(by)).data);
      return requests.length >= count;
    });
    return requests;
  }

  it('tells what was refused and why, newest first and page by page, without the number', async () => {
    const client = await fixture.newClient();
    await refused(client, { codeService: 'OPC_SN_CASH_IN' });
    await listed(client, 1);
    await refused(client, { amount: 'many', phone: '771239876' });
    const requests = await listed(client, 2);
    assert.deepEqual(
      requests.map(({ code, keyValid }) => [code, keyValid]),
      [
        [4022, true],
        [4004, true],
      ],
    );
    assert.equal(requests[0]!.fields[0].field, 'amount');
    assert.ok(!JSON.stringify(requests).includes('771239876'));
    assert.ok(!JSON.stringify(requests).includes(client.apiKey));
    const first = (await list(client, '?limit=1')).data;
    const second = (await list(client, `?limit=1&after=${first.next}`)).data;
    assert.deepEqual([...first.requests, ...second.requests], requests);
    assert.equal(second.next, null);
  });

  it('is of the account alone, and of the services of a key', async () => {
    const { accountId, apiKey } = await createAccount(fixture.installation);
    const client = createClient(fixture.installation.baseUrl, apiKey);
    const other = await fixture.newClient();
    const limited = async (service: string): Promise<Client> => {
      const made = await fixture.installation.cli<{ apiKey: string }>([
        ...['key', 'create', String(accountId), '--scope', 'read-only', '--services', service],
      ]);
      return createClient(fixture.installation.baseUrl, made.apiKey);
    };
    const [same, another] = [
      await limited('OPC_SN_API_CASH_IN'),
      await limited('OPA_SN_API_CASH_IN'),
    ];
    await refused(client, { codeService: 'OPC_SN_API_CASH_IN', amount: 'many' });
    await listed(client, 1);
    assert.deepEqual((await list(other)).data, { requests: [], next: null });
    assert.equal((await listed(same, 1))[0]!.codeService, 'OPC_SN_API_CASH_IN');
    assert.deepEqual((await list(another)).data.requests, []);
  });

  it('refuses a page that is none', async () => {
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?after=-1', '?after=1&after=2'])
      assert.equal((await list(fixture.client, query)).code, 4022, query);
    const unknown = createClient(fixture.installation.baseUrl, 'jk_test_1_wrong');
    assert.equal((await list(unknown)).code, 4001);
  });
});
