// Drives the simulated WhatsApp with whatsapp-api-js, a client that nobody here wrote: it sends,
// uploads, answers the check of its address and verifies our signatures.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { AddressInfo } from 'node:net';
import { WhatsAppAPI } from 'whatsapp-api-js';
import {
  BodyComponent,
  BodyParameter,
  Image,
  Language,
  Template,
  Text,
} from 'whatsapp-api-js/messages';
import { testAccount } from '../src/whatsapp/credentials.ts';
import { startProvider, until } from './provider.ts';
import type { Body, Provider } from './provider.ts';

const { phoneNumberId, wabaId, accessToken, appSecret } = testAccount;
const verifyToken = 'our own token';

/** The client, with the simulator where it expects graph.facebook.com. */
function openClient(provider: Provider, token: string = accessToken): WhatsAppAPI {
  const graph = 'https://graph.facebook.com';
  return new WhatsAppAPI({
    token,
    appSecret,
    webhookVerifyToken: verifyToken,
    v: 'v21.0',
    ponyfill: {
      fetch: (input, init) =>
        fetch(String(input).replace(graph, `${provider.url}/whatsapp`), init as RequestInit),
    },
  });
}

/**
 * A server whose every request goes to the client, as its documentation shows; returns the statuses
 * that it heard.
 */
async function registerWebhook(
  t: TestContext,
  provider: Provider,
  client: WhatsAppAPI,
): Promise<Body[]> {
  const heard: Body[] = [];
  client.on.status = (status: Body) => void heard.push(status);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://us');
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const parameters = Object.fromEntries(url.searchParams) as never;
      const answer =
        request.method === 'GET'
          ? Promise.resolve(client.get(parameters))
          : client.post(
              JSON.parse(text) as never,
              text,
              String(request.headers['x-hub-signature-256']),
            );
      answer.then(
        (said: unknown) => response.writeHead(200).end(String(said)),
        () => response.writeHead(401).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await fetch(`${provider.url}/whatsapp/v21.0/${wabaId}/subscribed_apps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ override_callback_uri: address, verify_token: verifyToken }),
  });
  assert.deepEqual(await answer.json(), { success: true });
  return heard;
}

test('a client sends a text and a template, and hears signed notices of both', async (t) => {
  const provider = await startProvider(t);
  const client = openClient(provider);
  const heard = await registerWebhook(t, provider, client);
  const text: Body = await client.sendMessage(
    phoneNumberId,
    '221770000001',
    new Text('Bonjour'),
    undefined,
    'order-1',
  );
  const template: Body = await client.sendMessage(
    phoneNumberId,
    '221770009012',
    new Template('jokko_text', new Language('fr'), new BodyComponent(new BodyParameter('Bonjour'))),
    undefined,
    'order-2',
  );
  assert.match(text.messages[0].id, /^wamid\./);
  await provider.advance(3);
  await until(() => heard.length >= 2);
  await provider.advance(20);
  await until(() => heard.length >= 4);
  const told = heard.map(({ id, status }) => [id, status]).toSorted();
  const wanted = [
    [text.messages[0].id, 'sent'],
    [text.messages[0].id, 'delivered'],
    [text.messages[0].id, 'read'],
    [template.messages[0].id, 'failed'],
  ];
  assert.deepEqual(told, wanted.toSorted());
  const failed = heard.find(({ status }) => status === 'failed');
  assert.equal(failed.error.code, 131026);
});

test('a client uploads a picture, sends it and reads it back', async (t) => {
  const provider = await startProvider(t);
  const client = openClient(provider);
  const form = new FormData();
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
  form.set('file', new Blob([png], { type: 'image/png' }), 'photo.png');
  const uploaded: Body = await client.uploadMedia(phoneNumberId, form, false);
  const sent: Body = await client.sendMessage(
    phoneNumberId,
    '221770000001',
    new Image(uploaded.id as string, true, 'Voici'),
  );
  assert.match(sent.messages[0].id, /^wamid\./);
  const media: Body = await client.retrieveMedia(uploaded.id as string);
  assert.deepEqual([media.mime_type, media.file_size], ['image/png', png.length]);
  const deleted: Body = await client.deleteMedia(uploaded.id as string);
  assert.equal(deleted.success, true);
});

test('errors are those of Meta', async (t) => {
  const provider = await startProvider(t);
  const codeOf = async (client: WhatsAppAPI, to: string) => {
    const answer: Body = await client.sendMessage(phoneNumberId, to, new Text('x'));
    return answer.error?.code ?? null;
  };
  const client = openClient(provider);
  assert.equal(await codeOf(openClient(provider, 'another token'), '221770000001'), 190);
  assert.equal(await codeOf(client, '221770000452'), 131050);
  const tooFast = '221770000453';
  assert.deepEqual(
    [await codeOf(client, tooFast), await codeOf(client, tooFast), await codeOf(client, tooFast)],
    [130429, 130429, null],
  );
});
