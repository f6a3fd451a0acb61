// Authorisation matrix, whole: every route of the table × every kind of user. 0 deviations.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portalRoutes } from '@jokko/contract/portal';
import type { PortalRoute, RouteName } from '@jokko/contract/portal';
import {
  deviationsOf,
  principals,
  startMatrixPortal,
  strangeTokens,
  type MatrixPortal,
} from './testing/principals.ts';

let portal: MatrixPortal;
before(async () => {
  portal = await startMatrixPortal();
});
after(() => portal.close());

for (const [name, { policy }] of Object.entries(portalRoutes) as [RouteName, PortalRoute][]) {
  test(`${name}: let in and kept out as its policy says, every kind of user`, async () => {
    assert.deepEqual(await deviationsOf(portal, [name, policy], principals, strangeTokens), []);
  });
}
