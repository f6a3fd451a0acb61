// The mode between sandbox and live: the rules of live, a mark of its own in the database, and
// money that is settled to nobody. decisions/0081.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createAccount, createClient, startInstallation } from './harness/index.ts';
import type { Account, Installation } from './harness/index.ts';

const route = {
  name: 'OPC_SN',
  connector: 'gsma',
  config: {
    baseUrl: 'https://test.operator.example/v1.2/mm',
    auth: 'none',
    ownAccountType: 'walletid',
    ownAccountValue: 'JOKKO',
    operatorPrefix: 'opa',
    sandbox: false,
  },
};

describe('O4 rehearsal', () => {
  let installation: Installation;
  let account: Account;
  before(async () => {
    installation = await startInstallation({
      env: { JOKKO_MODE: 'rehearsal', JOKKO_SECRET_KEY: randomBytes(32).toString('base64') },
    });
    account = await createAccount(installation);
  });
  after(() => installation.stop());

  const importRoute = (changed: object) => {
    const file = join(installation.dataDir, 'rehearsal-catalogue.json');
    const config = { ...route.config, ...changed };
    writeFileSync(file, JSON.stringify({ routes: [{ ...route, config }], services: [] }));
    return installation.runCli(['catalogue', 'import', file]);
  };

  it('keys say what they are, and work', async () => {
    assert.match(account.apiKey, /^jk_rehearsal_/);
    const client = createClient(installation.baseUrl, account.apiKey);
    assert.equal(await client.balance(), 1_000_000);
  });

  it('a test environment of a provider is a route; one of the simulator is none', async () => {
    const taken = await importRoute({});
    assert.equal(taken.code, 0, taken.stderr);
    const refused = await importRoute({ sandbox: true });
    assert.equal(refused.code, 1);
    assert.match(refused.stdout + refused.stderr, /a rehearsal installation has no sandbox routes/);
  });

  it('there is no simulator, no clock to move, and no key to show again', async () => {
    assert.equal(installation.nodes[0]!.details.simulatorUrl, null);
    const moved = await installation.runCli(['clock', 'advance', '60']);
    assert.match(moved.stderr, /the clock of a rehearsal installation cannot be moved/);
    const shown = await installation.runCli(['account', 'show-key', String(account.accountId)]);
    assert.equal(shown.code, 1);
  });

  it('no node of another mode works on its database', async () => {
    for (const mode of ['live', 'sandbox']) {
      await assert.rejects(
        installation.addNode({ env: { JOKKO_MODE: mode } }),
        new RegExp(`belongs to a rehearsal installation and JOKKO_MODE is ${mode}`),
      );
    }
  });
});
