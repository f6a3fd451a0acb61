// How is a claim opened, and what does it look like? Rule S5. The later moves of a claim are the operator's and have no endpoint here.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertMemberOrder, openWorld, payOut } from './harness/index.ts';
import type { Answer, Client, World } from './harness/index.ts';

const path = '/api-services/new-claim';
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const claimMembers = [
  'statut',
  'subject',
  'message',
  'transactionId',
  'openedAt',
  'createdAt',
  'partenersId',
  'claimRef',
  'comment',
  'callbackUrl',
  'userIdOpen',
  'userIdClose',
  'userIdComment',
  'updatedAt',
  'closeAt',
  'id',
  'state',
];

describe('S5 new-claim', { concurrency: true }, () => {
  let world: World;
  let other: Client;
  before(async () => {
    world = await openWorld();
    other = await world.newClient();
  });
  after(() => world.close());

  async function pay(client: Client = world.client, members: Record<string, unknown> = {}): Promise<string> {
    const { json } = await client.operation(payOut(members));
    assert.match(json.data.transactionId, /^\d{13,16}$/);
    return json.data.transactionId;
  }
  function claim(transactionId: unknown, members: Record<string, unknown> = {}, client = world.client): Promise<Answer> {
    const body = { subject: 'Sujet', message: 'Le client dit que…', transactionId, apiKey: client.apiKey, ...members };
    return client.post(path, body);
  }

  it('S5 a new claim is OPENED and ACTIVED, with every member in order', async () => {
    const transactionId = await pay();
    const { json, status } = await claim(transactionId);
    assert.equal(status, 200);
    assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual([json.code, json.msg, json.error], [2000, 'Successfully operation', false]);
    assertMemberOrder(json.data, ['claim']);
    const opened = json.data.claim;
    assertMemberOrder(opened, claimMembers);
    assert.deepEqual([opened.statut, opened.state], ['OPENED', 'ACTIVED']);
    assert.deepEqual([opened.subject, opened.message], ['Sujet', 'Le client dit que…']);
    assert.equal(opened.transactionId, Number(transactionId));
    assert.match(opened.claimRef, /^C\d{14}$/);
    assert.match(opened.openedAt, isoTime);
    assert.equal(opened.createdAt, opened.openedAt);
    assert.ok(Number.isInteger(opened.id) && Number.isInteger(opened.partenersId));
    const { comment, callbackUrl, userIdOpen, userIdClose, userIdComment, updatedAt, closeAt } = opened;
    for (const unset of [comment, callbackUrl, userIdOpen, userIdClose, userIdComment, updatedAt, closeAt]) assert.equal(unset, null);
  });

  it('S5 a second open claim on one transaction: 4000 with the open one in data.claim', async () => {
    const transactionId = await pay();
    const first = await claim(transactionId);
    const second = await claim(transactionId, { subject: 'Autre sujet' });
    assert.deepEqual([second.json.code, second.json.error], [4000, true]);
    assertMemberOrder(second.json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual(second.json.data, first.json.data);
    assertMemberOrder(second.json.data.claim, claimMembers);
  });

  it('S5 five claims at once on one transaction: exactly one is opened, the others name it', async () => {
    const transactionId = await pay();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => claim(transactionId, { subject: `Sujet ${index}` })));
    const opened = answers.filter(({ json }) => json.code === 2000);
    assert.equal(opened.length, 1);
    assert.equal(new Set(answers.map(({ json }) => json.data.claim.claimRef)).size, 1);
  });

  it('S5 the transaction id is accepted as issued, as a number and with a leading T', async () => {
    const ids = await Promise.all([pay(), pay(), pay()]);
    const forms = [ids[0], Number(ids[1]), `T${ids[2]}`];
    const answers = await Promise.all(forms.map((form) => claim(form)));
    assert.deepEqual(
      answers.map(({ json }) => json.data.claim.transactionId),
      ids.map(Number),
    );
    const repeated = await claim(`T${ids[0]}`);
    assert.equal(repeated.json.code, 4000, 'the other spelling is the same transaction');
  });

  it('S5 transactions of every state can be claimed, and each claim has its own reference', async () => {
    const ids = await Promise.all([pay(), pay(world.client, { phone: '770007028' }), pay(world.client, { phone: '770008007' })]);
    const references = (await Promise.all(ids.map((id) => claim(id)))).map(({ json }) => json.data.claim.claimRef);
    assert.equal(new Set(references).size, ids.length);
  });

  it("S5 an unknown transaction and another account's are answered alike: 4004", async () => {
    const foreign = await pay(other);
    const answers = [await claim(foreign), await claim('9007199254740000'), await claim('no-id'), await claim(`${foreign}0`)];
    for (const { json } of answers) assert.deepEqual([json.code, json.error, json.data], [4004, true, {}]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal((await claim(foreign, {}, other)).json.code, 2000, 'its owner can');
  });

  it('S5 missing or wrong members: 4022 with each field in errors, and nothing is opened', async () => {
    const transactionId = await pay();
    for (const [members, field] of [
      [{ subject: undefined }, 'subject'],
      [{ subject: '' }, 'subject'],
      [{ message: 5 }, 'message'],
      [{ message: undefined }, 'message'],
      [{ transactionId: undefined }, 'transactionId'],
      [{ transactionId: { id: 1 } }, 'transactionId'],
    ] as const) {
      const { json } = await claim(transactionId, members);
      assert.equal(json.code, 4022, JSON.stringify(members));
      assert.deepEqual(
        json.errors.map((error: { field: string }) => error.field),
        [field],
      );
      assert.deepEqual(json.data, {});
    }
    assert.equal((await claim(transactionId, { apiKey: 'no-such-key' })).json.code, 4001);
    assert.equal((await claim(transactionId, { apiKey: undefined })).json.code, 4001);
    assert.equal((await claim(transactionId)).json.code, 2000);
  });
});
