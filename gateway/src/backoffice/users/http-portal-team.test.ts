// S02, S03: who may give which seat, and that teams are apart.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { password, startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let count = 0;

before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

test('a team: nobody gives more than they have, an account keeps an owner, and teams are apart', async () => {
  const { browser: owner } = await portal.register(`awa${++count}@boutique.sn`);
  const { browser: stranger } = await portal.register(`awa${++count}@boutique.sn`);
  const link = async (of: Browser, role: string, email: string) => {
    const { json } = await of.post('team/invite', { email, role, countries: null });
    const browser = portal.browser();
    await browser.post('invitations/accept', {
      token: json.link.split('#')[1],
      name: role,
      password,
    });
    return browser;
  };
  const admin = await link(owner, 'admin', `admin${++count}@x.sn`);
  const viewer = await link(admin, 'viewer', `viewer${++count}@x.sn`);
  const { members } = (await viewer.get('team')).json;
  assert.deepEqual(
    members.map(({ role, self }: { role: string; self: boolean }) => [role, self]),
    [
      ['owner', false],
      ['admin', false],
      ['viewer', true],
    ],
  );
  const [ofOwner, ofAdmin, ofViewer] = members.map(({ id }: { id: number }) => id);
  const invitation = { email: 'x@x.sn', countries: null };
  assert.equal(
    (await admin.post('team/invite', { ...invitation, role: 'owner' })).json.error.fields[0]
      .problem,
    'notAllowed',
  );
  assert.equal(
    (await owner.post('team/invite', { ...invitation, role: 'support' })).code,
    'invalid',
    'a role of the other side',
  );
  assert.equal(
    (await viewer.post('team/invite', { ...invitation, role: 'viewer' })).code,
    'notAllowed',
  );
  assert.equal((await admin.post('team/remove', { id: ofOwner })).code, 'notAllowed');
  assert.equal((await owner.post('team/remove', { id: ofOwner })).code, 'lastOne');
  assert.equal((await stranger.post('team/remove', { id: ofViewer })).code, 'notFound');
  assert.equal(
    (await stranger.post('team/change', { id: ofViewer, role: 'admin', countries: null })).code,
    'notFound',
  );
  assert.equal(
    (await admin.post('team/change', { id: ofViewer, role: 'developer', countries: ['SN'] }))
      .status,
    200,
  );
  assert.deepEqual((await viewer.get('me')).json.membership.countries, ['SN']);
  assert.equal((await owner.post('team/invite', { ...invitation, role: 'viewer' })).status, 200);
  const [open] = (await owner.get('team')).json.invitations;
  assert.equal((await stranger.post('team/withdraw', { id: open.id })).code, 'notFound');
  assert.equal((await owner.post('team/withdraw', { id: open.id })).status, 200);
  assert.equal((await owner.post('team/remove', { id: ofAdmin })).status, 200);
  assert.equal((await admin.get('team')).code, 'notAllowed');
});
