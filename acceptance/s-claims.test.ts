// S5: checks how a claim is opened, what it contains, and how its answer reaches the API: when it
// is asked for, and by a signed callback at each change of state. The operator works at the portal.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verifyWebhook } from '@jokko/contract';
import { meet } from './crash/back-office/person.ts';
import { assertMemberOrder, openFixture, payOut, uniqueId, until } from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';

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
  let fixture: Fixture;
  let other: Client;
  before(async () => {
    fixture = await openFixture();
    other = await fixture.newClient();
  });
  after(() => fixture.close());

  async function pay(
    client: Client = fixture.client,
    members: Record<string, unknown> = {},
  ): Promise<string> {
    const { json } = await client.operation(payOut(members));
    assert.match(json.data.transactionId, /^\d{13,16}$/);
    return json.data.transactionId;
  }
  function claim(
    transactionId: unknown,
    members: Record<string, unknown> = {},
    client = fixture.client,
  ): Promise<Answer> {
    const body = {
      subject: 'Sujet',
      message: 'Le client dit que…',
      transactionId,
      apiKey: client.apiKey,
      ...members,
    };
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
    const { comment, callbackUrl, userIdOpen, userIdClose, userIdComment, updatedAt, closeAt } =
      opened;
    for (const unset of [
      comment,
      callbackUrl,
      userIdOpen,
      userIdClose,
      userIdComment,
      updatedAt,
      closeAt,
    ])
      assert.equal(unset, null);
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
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => claim(transactionId, { subject: `Sujet ${index}` })),
    );
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
    const ids = await Promise.all([
      pay(),
      pay(fixture.client, { phone: '770007028' }),
      pay(fixture.client, { phone: '770008007' }),
    ]);
    const references = (await Promise.all(ids.map((id) => claim(id)))).map(
      ({ json }) => json.data.claim.claimRef,
    );
    assert.equal(new Set(references).size, ids.length);
  });

  it("S5 an unknown transaction and another account's are answered alike: 4004", async () => {
    const foreign = await pay(other);
    const answers = [
      await claim(foreign),
      await claim('9007199254740000'),
      await claim('no-id'),
      await claim(`${foreign}0`),
    ];
    for (const { json } of answers)
      assert.deepEqual([json.code, json.error, json.data], [4004, true, {}]);
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

  const answerOf = (
    claimRef: string,
    { apiKey }: Pick<Client, 'apiKey'> = fixture.client,
  ): Promise<Answer> =>
    fixture.client.get(`/api-services/claim/${claimRef}`, { Secretkey: apiKey });

  it('S5 a claim is answered by its reference, to its own account alone', async () => {
    const { json: opened } = await claim(await pay());
    const { claimRef } = opened.data.claim;
    const { json } = await answerOf(claimRef);
    assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual([json.code, json.error, json.data], [2000, false, opened.data]);
    const unknown = [await answerOf(claimRef, other), await answerOf('C00000000000000')];
    for (const odd of ['c', '%00', "'", claimRef.toLowerCase(), `${claimRef}0`])
      unknown.push(await answerOf(odd));
    for (const answer of unknown)
      assert.deepEqual([answer.json.code, answer.json.data], [4004, {}], answer.text);
    assert.equal(new Set(unknown.map(({ text }) => text)).size, 1);
    assert.equal((await answerOf(claimRef, { apiKey: 'no-such-key' })).json.code, 4001);
  });

  it('S5 O4 the callbackUrl of a claim is checked as an operation’s; null and empty are none', async () => {
    const transactionId = await pay();
    for (const callbackUrl of [
      'nowhere',
      'ftp://a.example',
      'http://10.0.0.1/',
      'http://u:p@a.example/',
    ]) {
      const { json, text } = await claim(transactionId, { callbackUrl });
      assert.deepEqual([json.code, json.errors?.[0]?.field], [4022, 'callbackUrl'], text);
    }
    for (const callbackUrl of [null, '']) {
      const { json } = await claim(await pay(), { callbackUrl });
      assert.deepEqual([json.code, json.data.claim.callbackUrl], [2000, null]);
    }
  });

  it('S5 each change of state is a signed callback to the claim’s own address', async () => {
    const { installation, account, receiver, client } = fixture;
    const { link } = await installation.cli<{ link: string }>([
      ...['operator', 'invite', `${uniqueId('op')}@example.sn`, '--role', 'support'],
    ]);
    const operator = await meet(
      { nodes: () => [installation.baseUrl], random: () => 0 },
      'Fatou',
      link,
    );
    const transactionId = await pay();
    const url = `${receiver.url}?claim=${transactionId}`;
    const { json: opened } = await claim(transactionId, { callbackUrl: url });
    const { claimRef, callbackUrl } = opened.data.claim;
    assert.equal(callbackUrl, url);
    /** One of each callback, which may come more than once. */
    const told = () => {
      const requests = receiver.requests.filter(({ path }) => path.endsWith(transactionId));
      return [...new Map(requests.map((request) => [request.json.id, request])).values()];
    };
    const steps = [
      ['IN_PROGRESS', undefined],
      ['RESOLVED', 'Le client a été payé.'],
      ['CLOSED', undefined],
    ] as const;
    for (const [index, [to, comment]] of steps.entries()) {
      const moved = await operator.insist(`operator/claims/${claimRef}/move`, { to, comment });
      assert.equal(moved.status, 200, JSON.stringify(moved.json));
      await until(`${to} is told`, () => told().length === index + 1);
      const { json, text, headers } = told()[index]!;
      assertMemberOrder(json, ['event', 'id', 'claim']);
      assertMemberOrder(json.claim, claimMembers);
      assert.deepEqual([json.event, json.claim.statut], ['claim.updated', to]);
      const { json: asked } = await client.get(`/api-services/claim/${claimRef}`, {
        Secretkey: client.apiKey,
      });
      assert.deepEqual(json.claim, asked.data.claim, 'asking says the same');
      assert.equal(headers['webhook-id'], `cb_${json.id}`);
      const verified = await verifyWebhook({ headers, body: text, secret: account.webhookSecret });
      assert.deepEqual(verified, { ok: true });
    }
    const closed = told().at(-1)!.json.claim;
    assert.deepEqual([closed.state, closed.comment], ['DESACTIVED', 'Le client a été payé.']);
    assert.match(closed.closeAt, isoTime);
    assert.equal(told().length, steps.length);
  });
});
