// Proves that nobody is told of incidents who has not confirmed it, that unsubscribing removes the
// address, and that the feed holds what was published.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let admin: Browser;
const [service] = testCatalogue().services;

before(async () => {
  portal = await startPortal({ publicStatus: true, mails: true });
  admin = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

interface Queued {
  kind: string;
  address: string;
  language: string;
  parameters: { key: string; title?: string };
}
const queued = () =>
  portal.db.database.query<Queued>({
    name: 'queued',
    text: `select kind, address, language, parameters from notification
      order by created_at, address`,
  });
const subscribe = (email: string) =>
  portal.browser().post('public-status/subscribe', { email, language: 'en' });
const change = (key: string, subscribed: boolean) =>
  portal.browser().post('public-status/subscription', { key, subscribed });
const openIncident = async (titleEn: string) =>
  assert.equal(
    (
      await admin.post('operator/incidents', {
        titleFr: 'Panne <Orange>',
        titleEn,
        textFr: 'Nous cherchons.',
        textEn: 'We look.',
        route: null,
        services: [service!.code],
        sms: false,
      })
    ).status,
    200,
  );

test('an address is told of incidents between its confirmation and its end, and then forgotten', async () => {
  assert.equal((await subscribe('Awa@boutique.sn')).status, 200);
  assert.equal((await subscribe('awa@Boutique.sn')).status, 200, 'the same for the same address');
  const [link, ...more] = await queued();
  assert.deepEqual([link?.kind, link?.address, more], ['subscription', 'Awa@boutique.sn', []]);
  await openIncident('Before');
  assert.equal((await queued()).length, 1, 'it was not confirmed');
  const { key } = link!.parameters;
  assert.equal((await change(key, true)).status, 200);
  assert.equal((await subscribe('awa@boutique.sn')).status, 200);
  await openIncident('Between');
  const [told, ...others] = (await queued()).filter(({ kind }) => kind === 'incident');
  assert.deepEqual(
    [told?.address, told?.language, told?.parameters.title, others],
    ['Awa@boutique.sn', 'en', 'Between', []],
  );
  assert.equal((await change(key, false)).status, 200);
  await openIncident('After');
  assert.equal((await queued()).length, 2);
  assert.equal((await change(key, false)).code, 'notFound');
  const left = await portal.db.database.query({
    name: 'subscriptions_left',
    text: 'select from incident_subscription',
  });
  assert.deepEqual(left, []);
});

test('each subscriber is told in their own language', async () => {
  for (const [email, language] of [
    ['fatou@boutique.sn', 'fr'],
    ['john@shop.gm', 'en'],
  ] as const) {
    const asked = await portal.browser().post('public-status/subscribe', { email, language });
    assert.equal(asked.status, 200);
    const link = (await queued()).find(({ address }) => address === email);
    assert.equal((await change(link!.parameters.key, true)).status, 200);
  }
  await openIncident('Orange is down');
  const told = (await queued()).filter(
    ({ kind, address }) => kind === 'incident' && address !== 'Awa@boutique.sn',
  );
  assert.deepEqual(
    told.map(({ address, parameters }) => [address, parameters.title]),
    [
      ['fatou@boutique.sn', 'Panne <Orange>'],
      ['john@shop.gm', 'Orange is down'],
    ],
  );
});

test('what is no address is refused, and one visitor sends only so many links', async () => {
  const wrong = await subscribe('awa');
  assert.deepEqual(wrong.json.error.fields, [{ field: 'email', problem: 'notEmail' }]);
  let refused = null;
  for (let each = 0; each < 20 && refused === null; each += 1)
    ({ code: refused } = await subscribe(`somebody${each}@boutique.sn`));
  assert.equal(refused, 'tooManyTries');
});

test('the feed holds each incident in its language, escaped', async () => {
  const read = async (language: string) => {
    const response = await fetch(
      `${portal.origin}/portal/api/public-status/feed?language=${language}`,
    );
    assert.match(response.headers.get('content-type')!, /^application\/atom\+xml/);
    return response.text();
  };
  assert.match(await read('fr'), /<title>Panne &lt;Orange&gt;<\/title>/);
  assert.match(await read('en'), /<title>Between<\/title>[\s\S]*We look\./);
  await openIncident('Torn 🙂');
  // As it was taken once.
  await portal.db.sql(`update incident set title_en = 'Torn' || chr(11) || chr(65534) || ' 🙂'
    where title_en = 'Torn 🙂'`);
  const feed = await read('en');
  const seen = /<title>Torn⟨U\+000B⟩⟨U\+FFFE⟩ 🙂<\/title>/;
  assert.match(feed, seen, 'XML has no form for what was pasted with it');
  assert.ok(feed.includes(`<link rel="alternate" href="${portal.origin}/status"/>`));
});
