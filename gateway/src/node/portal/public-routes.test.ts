// What anybody may ask the portal is bounded, with a cookie that they have invented as well:
// whoever asks for it all the time is told to wait, and nobody else is.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { portalRoutes, type PortalRoute } from '@jokko/contract/portal';
import { unknownPerMinute } from '../../platform/http/portal/session-search.ts';
import { startPortal, type Portal } from './testing/portal.ts';

let portal: Portal;
before(async () => {
  portal = await startPortal({ publicStatus: true });
});
after(() => portal.close());

/** More than 120 in a minute, whenever the minute ends. */
const asks = { atOnce: 49, times: 5 };
const visitors = { busy: '203.0.113.1', other: '203.0.113.2' };

for (const [name, { policy }] of Object.entries<PortalRoute>(portalRoutes))
  if (policy.side === 'public' && policy.bound === 'address')
    test(`${name}: so often a minute from one address`, async () => {
      const [method = '', path = ''] = name.split(' ');
      const ask = async (visitor: string): Promise<string | null> => {
        const headers = { 'x-forwarded-for': visitor };
        const browser = portal.browser();
        const { code } = await (method === 'GET'
          ? browser.get(path, headers)
          : browser.post(path, {}, headers));
        return code;
      };
      assert.notEqual(await ask(visitors.busy), 'tooManyTries');
      const codes: (string | null)[] = [];
      for (let time = 0; time < asks.times; time += 1)
        codes.push(
          ...(await Promise.all(Array.from({ length: asks.atOnce }, () => ask(visitors.busy)))),
        );
      assert.ok(codes.includes('tooManyTries'));
      assert.notEqual(await ask(visitors.other), 'tooManyTries');
    });

test('invented cookies are looked up so often a minute for one address, and who is signed in there goes on', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.3' };
  const invented = () => portal.browser(randomBytes(32).toString('base64url'));
  const { browser: user } = await portal.register('nat@example.com');
  let asked = 0;
  for (let code: string | null = null; code !== 'tooManyTries'; asked++) {
    assert.ok(asked <= 2 * unknownPerMinute, 'whenever the minute ends');
    ({ code } = await invented().get('me', headers));
    if (code !== 'tooManyTries') assert.equal(code, 'signedOut');
  }
  assert.equal((await user.get('me', headers)).code, null);
  assert.equal((await invented().get('installation', headers)).code, null);
  const elsewhere = { 'x-forwarded-for': '203.0.113.4' };
  assert.equal((await invented().get('me', elsewhere)).code, 'signedOut');
});
