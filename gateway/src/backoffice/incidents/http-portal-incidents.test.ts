// Proves that an incident opened with a route's switch reaches the status page and the developers
// concerned, is told on and resolved with texts that stay, and that its days are disturbed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApp } from '../../messaging/applications/index.ts';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';
import { switchRouteWithIncident } from './index.ts';

let portal: Portal;
let admin: Browser;
let support: Browser;
let owner: Browser;
const { services, routes } = testCatalogue();
const route = routes[0]!.name;
const concerned = services.filter((service) => service.routes.includes(route));
const byCommand = { who: { kind: 'command' }, userId: null } as const;

before(async () => {
  portal = await startPortal({ publicStatus: true });
  // On to noon: no day ends while the tests run.
  await portal.db.sql(`update installation set clock_offset =
    date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '36 hours' - now()`);
  admin = await operatorBrowser(portal, 'Awa');
  support = await operatorBrowser(portal, 'Ousmane', { role: 'support' });
  owner = (await portal.register('awa@boutique.sn')).browser;
});
after(() => portal.close());

const titles = { titleFr: 'Perturbation', titleEn: 'Disruption' };
const texts = { textFr: 'Nous cherchons.', textEn: 'We are looking.' };
const codes = concerned.map(({ code }) => code);
const open = async (by: Browser, change: object = {}): Promise<number> => {
  const { status, json } = await by.post('operator/incidents', {
    ...titles,
    ...texts,
    route: null,
    services: codes,
    sms: false,
    ...change,
  });
  assert.equal(status, 200, JSON.stringify(json));
  return json.id;
};
const publicHistory = async () => (await portal.browser().get('public-status/history')).json;

test('what is written of an incident is read by everybody, added to, and ends with the last text', async () => {
  const id = await open(admin);
  const { incidents } = await publicHistory();
  const shown = incidents.find((incident: { id: number }) => incident.id === id);
  assert.deepEqual(shown.title, { fr: 'Perturbation', en: 'Disruption' });
  assert.equal('route' in shown, false, 'the operator’s routes are nobody’s affair');
  const update = { id, textFr: 'Ça revient.', textEn: 'It comes back.', resolve: false };
  assert.equal((await support.post('operator/incidents/update', update)).status, 200);
  assert.equal(
    (await support.post('operator/incidents/update', { ...update, resolve: true })).status,
    200,
  );
  assert.equal((await admin.post('operator/incidents/update', update)).code, 'conflict');
  assert.equal(
    (await admin.post('operator/incidents/update', { ...update, id: 999 })).code,
    'notFound',
  );
  const [resolved] = (await publicHistory()).incidents;
  assert.notEqual(resolved.resolvedAt, null);
  assert.deepEqual(
    resolved.updates.map(({ text }: { text: { en: string } }) => text.en),
    ['It comes back.', 'It comes back.', 'We are looking.'],
  );
  const actions = (await admin.get('operator/audit?subject=incident/' + id)).json.items.map(
    ({ action }: { action: string }) => action,
  );
  assert.deepEqual(actions, ['incident.resolve', 'incident.update', 'incident.open']);
});

test('a banner is for who uses the services, until it is put away by them or the incident ends', async () => {
  const id = await open(admin);
  const other = (await portal.register('moussa@kiosque.sn')).browser;
  const accountId = (await owner.get('me')).json.membership.accountId;
  await portal.db.sql(
    `insert into account_service (account_id, code_service) values (${accountId}, '${codes[0]}')`,
  );
  const seenBy = async (browser: Browser) =>
    (await browser.get('incidents')).json.items.map((incident: { id: number }) => incident.id);
  assert.deepEqual([await seenBy(owner), await seenBy(other)], [[id], []]);
  assert.equal((await owner.post('incidents/dismiss', { id })).status, 200);
  assert.equal((await owner.post('incidents/dismiss', { id })).status, 200, 'once more is nothing');
  assert.deepEqual(await seenBy(owner), []);
  const second = await open(support);
  assert.deepEqual(await seenBy(owner), [second]);
  for (const each of [id, second])
    await admin.post('operator/incidents/update', { id: each, ...texts, resolve: true });
  assert.deepEqual(await seenBy(owner), []);
});

test('an incident of SMS is for who has an application, and says so to everybody', async () => {
  const id = await open(admin, { services: [], sms: true });
  const sender = (await portal.register('sms@boutique.sn')).browser;
  const { accountId } = (await sender.get('me')).json.membership;
  const seenBy = async (browser: Browser) =>
    (await browser.get('incidents')).json.items.map((incident: { id: number }) => incident.id);
  assert.deepEqual(await seenBy(sender), []);
  const { database, secrets } = portal.users;
  await createApp(database, secrets, accountId, 'Boutique');
  assert.deepEqual([await seenBy(sender), await seenBy(owner)], [[id], []]);
  const [shown] = (await publicHistory()).incidents;
  assert.deepEqual(shown.providers, ['SMS']);
  await admin.post('operator/incidents/update', { id, ...texts, resolve: true });
});

test('services that the catalogue does not have, a blank text and other roles are refused', async () => {
  const body = { ...titles, ...texts, route: null, services: codes, sms: false };
  const unknown = await admin.post('operator/incidents', { ...body, services: ['NOTHING'] });
  assert.deepEqual(unknown.json.error.fields, [{ field: 'services', problem: 'notAllowed' }]);
  const nobody = await admin.post('operator/incidents', { ...body, services: [] });
  assert.deepEqual(nobody.json.error.fields, [{ field: 'services', problem: 'missing' }]);
  const blank = await admin.post('operator/incidents', { ...body, textEn: ' ' });
  assert.deepEqual(blank.json.error.fields, [{ field: 'textEn', problem: 'empty' }]);
  const finance = await operatorBrowser(portal, 'Moussa', { role: 'finance' });
  assert.equal((await finance.post('operator/incidents', body)).code, 'notAllowed');
});

test('in live mode a card number is published nowhere (G2)', async () => {
  const live = await startPortal({ mode: 'live' });
  try {
    const operator = await operatorBrowser(live, 'Awa');
    const textFr = 'La carte 4242 4242 4242 4242 est refusée.';
    const refusedFields = async (path: string, body: object) =>
      (await operator.post(path, body)).json.error.fields.map(
        ({ field }: { field: string }) => field,
      );
    const incident = { ...texts, textFr };
    const opened = {
      ...titles,
      ...incident,
      titleEn: textFr,
      route: null,
      services: codes,
      sms: false,
    };
    assert.deepEqual(await refusedFields('operator/incidents', opened), ['titleEn', 'textFr']);
    const update = { id: 1, ...incident, resolve: false };
    assert.deepEqual(await refusedFields('operator/incidents/update', update), ['textFr']);
    const off = { name: route, off: true, reason: 'x', incident };
    assert.deepEqual(await refusedFields('operator/connectors/switch', off), ['incident.textFr']);
  } finally {
    await live.close();
  }
});

test('a day is as bad as the worst of it, an incident disturbs its days, and without data it is unknown', async () => {
  await portal.db.sql(
    `insert into health_day (name, day, state) values
      ('${route}', (jokko_now() at time zone 'UTC')::date - 3, 'down'),
      ('${route}', (jokko_now() at time zone 'UTC')::date - 5, 'healthy')`,
  );
  const { provider, country } = concerned[0]!;
  const { groups } = await publicHistory();
  const { days } = groups.find(
    (group: { provider: string; country: string | null }) =>
      group.provider === provider && group.country === country,
  );
  assert.deepEqual(
    [days.length, days.at(-1), days.at(-4), days.at(-5), days.at(-6)],
    [90, 'd', 'x', 'n', 'w'],
  );
});

test('the first page has all that last, however many, and what has ended follows page by page', async () => {
  const insert = (resolvedAt: string, count: number) =>
    portal.db.sql(
      `insert into incident (title_fr, title_en, services, providers, countries, resolved_at)
         select 'x', 'many', '{}', '{}', '{}', ${resolvedAt} from generate_series(1, ${count});
       insert into incident_update (incident_id, text_fr, text_en, resolves)
         select id, 'x', 'x', false from incident where title_en = 'many' order by id desc
           limit ${count}`,
    );
  await insert('null', 55);
  await insert('jokko_now()', 55);
  const read = async (query = '') => (await admin.get(`operator/incidents${query}`)).json;
  const first = await read();
  const second = await read(`?after=${first.next}`);
  const all = [...first.items, ...second.items].filter(({ title }) => title.en === 'many');
  assert.equal(new Set(all.map(({ id }) => id)).size, 110);
  const lasts = ({ resolvedAt }: { resolvedAt: string | null }) => resolvedAt === null;
  assert.deepEqual(
    [all.filter(lasts).length, second.items.some(lasts), second.next],
    [55, false, null],
  );
  await portal.db.sql(`update incident set resolved_at = jokko_now() where title_en = 'many'`);
});

test('an interrupted route is proposed until an incident is about it', async () => {
  await portal.db.sql(
    `insert into route_breaker (route, state, by_hand, reason)
      values ('${route}', 'open', true, 'x')`,
  );
  const proposed = async () =>
    (await admin.get('operator/incidents')).json.proposals.map(
      ({ route: name }: { route: string }) => name,
    );
  assert.deepEqual(await proposed(), [route]);
  const id = await open(admin, { route });
  assert.deepEqual(await proposed(), []);
  await admin.post('operator/incidents/update', { id, ...texts, resolve: true });
  assert.deepEqual(await proposed(), [route], 'it is still interrupted');
});

test('switching a route off opens its incident in the same commit, and only if something changed', async () => {
  const { database, sql } = portal.db;
  const [entry] = services;
  await sql(
    `insert into catalogue (document) values ('${JSON.stringify({
      routes: [{ name: 'R1', connector: 'simulator', config: {} }],
      services: [{ code: entry!.code, name: entry!.name, route: 'R1' }],
    })}')`,
  );
  const text = { fr: 'Maintenance.', en: 'Maintenance.' };
  const off = { name: 'R1', off: true, reason: 'maintenance', text };
  const switched = await switchRouteWithIncident(database, byCommand, off);
  assert.ok(switched.ok && switched.incident !== null);
  const again = await switchRouteWithIncident(database, byCommand, off);
  assert.deepEqual(again, { ok: true, version: null, incident: null });
  const [present] = (await publicHistory()).incidents;
  assert.deepEqual(
    [present.id, present.providers, present.updates[0].text],
    [switched.incident, [entry!.provider], text],
  );
  await sql(`alter table incident_update add constraint never check (text_fr <> 'jamais')`);
  const on = await switchRouteWithIncident(database, byCommand, { ...off, off: false, text: null });
  assert.ok(on.ok && on.incident === null);
  await assert.rejects(
    switchRouteWithIncident(database, byCommand, { ...off, text: { fr: 'jamais', en: 'x' } }),
  );
  const still = await switchRouteWithIncident(database, byCommand, { ...off, text: null });
  assert.ok(still.ok && still.version !== null, 'the route was left on with its incident refused');
});
