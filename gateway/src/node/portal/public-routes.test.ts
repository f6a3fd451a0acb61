// What anybody may ask the portal is bounded: whoever asks for it all the time is told to wait, and nobody else is.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portalRoutes, type PortalRoute } from '@jokko/contract/portal';
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
