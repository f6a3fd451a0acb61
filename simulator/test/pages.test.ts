// Proves that the payer's pages work as a browser uses them: one question, one decision, then back
// to the merchant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { airtime, card, startListener, startProvider } from './provider.ts';
import type { Provider } from './provider.ts';

const returnUrls = { success: 'https://shop.example/ok', error: 'https://shop.example/ko' };

async function openCardPage(
  provider: Provider,
  reference: string,
  digits: string,
): Promise<string> {
  const { body } = await provider.sandbox(
    'POST',
    '/operations',
    card(reference, digits, { returnUrls }),
  );
  return body.challenge.authUrl as string;
}
const press = (url: string, button: string): Promise<Response> =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' });
const statusOf = async (provider: Provider, reference: string): Promise<string> =>
  (await provider.sandbox('GET', `/operations/${reference}`)).body.status as string;

test('the card page is plain HTML in the asked language, tells no card number, and allows only its own forms', async (t) => {
  const provider = await startProvider(t);
  const url = await openCardPage(provider, 'r', '8000');
  const french = await fetch(url);
  const page = await french.text();
  assert.match(page, /<html lang="fr">/);
  assert.match(page, /Approuver.*Refuser/s);
  assert.match(page, /Shop &lt;1&gt;/);
  assert.match(page, /•••• 8000/);
  assert.doesNotMatch(page, /40001234|<script|src=|href=/);
  const policy = french.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /form-action 'self' https:\/\/shop\.example;/);
  assert.match(
    await (await fetch(url, { headers: { 'accept-language': 'en-GB,en' } })).text(),
    /Approve.*Decline/s,
  );
});

test('approve: executed once, the browser goes to the success address, pressing again changes nothing', async (t) => {
  const provider = await startProvider(t);
  const url = await openCardPage(provider, 'r', '8000');
  await fetch(url);
  const pressed = await press(url, 'approve');
  assert.deepEqual([pressed.status, pressed.headers.get('location')], [303, returnUrls.success]);
  assert.equal((await press(url, 'refuse')).headers.get('location'), returnUrls.success);
  assert.deepEqual(await provider.results('r'), ['accepted', 'executed']);
});

test('refuse gives 100, abandon gives 99, both lead to the error address', async (t) => {
  const provider = await startProvider(t);
  for (const [button, errorId] of [
    ['refuse', 100],
    ['abandon', 99],
  ] as const) {
    const url = await openCardPage(provider, button, '8007');
    assert.equal((await press(url, button)).headers.get('location'), returnUrls.error);
    assert.equal(
      (await provider.sandbox('GET', `/operations/${button}`)).body.error.errorId,
      errorId,
    );
  }
});

test('ordinary digits succeed by themselves; once the page was opened a button decides, or the window ends with 99', async (t) => {
  const provider = await startProvider(t);
  await openCardPage(provider, 'unseen', '0001');
  const seen = await openCardPage(provider, 'seen', '0001');
  const left = await openCardPage(provider, 'left', '0001');
  await fetch(seen);
  await fetch(left);
  await provider.advance(60);
  assert.deepEqual(
    await Promise.all(['unseen', 'seen', 'left'].map((reference) => statusOf(provider, reference))),
    ['succeeded', 'pending', 'pending'],
  );
  await press(seen, 'approve');
  assert.equal(await statusOf(provider, 'seen'), 'succeeded');
  await provider.advance(900);
  assert.equal((await provider.sandbox('GET', '/operations/left')).body.error.errorId, 99);
});

test('8000: approve works until the window ends, then the payment is failed with 4 and approve no longer works', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  const { body } = await provider.sandbox(
    'POST',
    '/operations',
    card('r', '8000', { callbackUrl: listener.url, returnUrls }),
  );
  await provider.advance(901);
  await listener.until(1);
  assert.equal(listener.received[0]?.body.operation.error.errorId, 4);
  assert.equal(
    (await press(body.challenge.authUrl, 'approve')).headers.get('location'),
    returnUrls.error,
  );
  assert.deepEqual(await provider.results('r'), ['accepted', 'failed']);
});

test('a deep link of a wallet opens a page without return addresses; unknown tokens get 404', async (t) => {
  const provider = await startProvider(t);
  const { body } = await provider.sandbox(
    'POST',
    '/operations',
    airtime('r', '8000', { kind: 'collect', link: 'deepLink' }),
  );
  const url = body.challenge.deepLinkUrl as string;
  assert.match(await (await fetch(url)).text(), /Approuver/);
  assert.equal((await press(url, 'abandon')).status, 404);
  const pressed = await press(url, 'approve');
  assert.match(await pressed.text(), /Ce paiement est confirmé/);
  assert.equal(await statusOf(provider, 'r'), 'succeeded');
  assert.equal((await fetch(url.replace('/pay/', '/3ds/'))).status, 404);
  assert.equal((await fetch(`${provider.url}/pay/nobody`)).status, 404);
});
