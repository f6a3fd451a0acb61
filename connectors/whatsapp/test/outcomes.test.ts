// Proves what each answer of Meta means: every documented error code, and everything that is no
// answer. A message is never sent twice.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import { errorTable } from '../error-table.ts';
import { whatsappConnector } from '../index.ts';
import { chatIntent, execute, freeConfig, liveConfig, scripted } from './scripted.ts';

const errorAnswer = (status: number, code: number) =>
  json(status, { error: { message: 'told', type: 'OAuthException', code } });
const accepted = json(200, { messages: [{ id: 'wamid.HBgLMTIz', message_status: 'accepted' }] });

test('every documented error code: a refusal proves that nothing was sent, a fault of Meta does not', async () => {
  for (const [code, row] of errorTable) {
    const outcome = await execute(scripted([errorAnswer(400, code)]));
    if (row === 'unclear') assert.equal(outcome.kind, 'unknown', String(code));
    else
      assert.deepEqual(
        [outcome.kind, outcome.kind === 'failed' && outcome.error.catalogueId],
        ['failed', row.catalogueId],
        String(code),
      );
  }
});

test('with HTTP 500 only what Meta documents so is a refusal', async () => {
  assert.equal((await execute(scripted([errorAnswer(500, 131057)]))).kind, 'failed');
  assert.equal((await execute(scripted([errorAnswer(500, 131000)]))).kind, 'unknown');
  assert.equal((await execute(scripted([errorAnswer(500, 131026)]))).kind, 'unknown');
  assert.equal((await execute(scripted([errorAnswer(408, 131057)]))).kind, 'unknown');
});

test('accepted is not yet sent; the next word comes by notice', async () => {
  const outcome = await execute(scripted([accepted]));
  assert.deepEqual([outcome.kind, outcome.refs.theirs], ['pending', 'wamid.HBgLMTIz']);
  for (const strange of [json(200, { messages: [] }), json(200, {}), bytes(200, 'ok')])
    assert.equal((await execute(scripted([strange]))).kind, 'unknown');
});

test('a query calls nobody: it knows what was accepted, and nothing else', async () => {
  const context = scripted([]);
  const query = (theirs?: string) =>
    whatsappConnector.query(context, chatIntent(), {
      ours: ourRef,
      ...defined({ theirs }),
    });
  assert.equal((await query('wamid.X')).kind, 'pending');
  const unknown = await query();
  assert.ok(unknown.kind === 'unknown');
  assert.deepEqual(unknown.resolve.steps, ['query', 'waitNotification', 'manual']);
  assert.equal(context.requests.length, 0);
});

test('a lost answer is never sent again by itself', () => {
  const { replay, resolution } = whatsappConnector.capabilities(liveConfig);
  assert.equal(replay, 'never');
  assert.ok(!resolution.steps.includes('replaySameBytes'));
});

test('a text goes as the template, in one line; without a template as it is', async () => {
  const intent = chatIntent({ message: 'Bonjour\nAwa' });
  const bodyOf = (config: typeof liveConfig) =>
    JSON.parse(whatsappConnector.prepare(config, intent, ourRef).body) as object;
  const common = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '221770000001',
    biz_opaque_callback_data: ourRef,
  };
  assert.deepEqual(bodyOf(liveConfig), {
    ...common,
    type: 'template',
    template: {
      name: 'jokko_text',
      language: { code: 'fr' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Bonjour Awa' }] }],
    },
  });
  assert.deepEqual(bodyOf(freeConfig), {
    ...common,
    type: 'text',
    text: { preview_url: false, body: 'Bonjour\nAwa' },
  });
});

test('the address of notices is registered once, before the first message', async () => {
  const config = { ...liveConfig, registerWebhook: true };
  const context = scripted([json(200, { success: true }), accepted, accepted], config);
  await execute(context);
  await execute(context);
  assert.deepEqual(
    context.requests.map(({ url }) => url.split('/').at(-1)),
    ['subscribed_apps', 'messages', 'messages'],
  );
  assert.deepEqual(JSON.parse(String(context.requests[0]?.body)), {
    override_callback_uri: chatIntent().urls.notify,
    verify_token: config.verifyToken,
  });
});

test('without an address of notices nothing is sent', async () => {
  const config = { ...liveConfig, registerWebhook: true };
  const context = scripted([errorAnswer(400, 100)], config);
  assert.equal((await execute(context)).kind, 'not_sent');
  assert.equal(context.requests.length, 1);
});

test('the configuration names what is missing', () => {
  const fields = (config: typeof liveConfig) =>
    whatsappConnector.checkConfig(config).map(({ field }) => field);
  assert.deepEqual(fields(liveConfig), []);
  assert.deepEqual(fields({ ...freeConfig, registerWebhook: true }), ['wabaId']);
  assert.deepEqual(fields({ ...freeConfig, templateName: 'x' }), ['templateLanguage']);
  assert.deepEqual(fields({ ...liveConfig, apiVersion: '21', phoneNumberId: '../1' }), [
    'apiVersion',
    'phoneNumberId',
  ]);
});
