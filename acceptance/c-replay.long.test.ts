// Proves that a replay of abandoned callbacks keeps its rate and survives the kill of its node:
// another node goes on with it, once the lease of the first has ended.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAccount, startInstallation, startReceiver, until } from './harness/index.ts';
import type { Account, Installation, Receiver } from './harness/index.ts';
import { createCallbackCommands, type CallbackCommands } from './harness/callback-commands.ts';

describe('C4 the delivery log and replays', () => {
  let installation: Installation;
  let account: Account;
  let commands: CallbackCommands;
  let receiver: Receiver;

  before(async () => {
    // Its end is waited for; a node that stands still for a while keeps it.
    installation = await startInstallation({ env: { JOKKO_LEASE_MS: '15000' } });
    account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    commands = createCallbackCommands(installation, account);
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
  });

  it('C4 abandoned callbacks are replayed by a filter at a rate; a replay survives a kill', async () => {
    const count = 25;
    const paid = await commands.payAbandoned(receiver, count);
    const filter = ['--account', String(account.accountId), '--state', 'parked'];
    const { replayId } = await commands.replay(...filter, '--rate', '1', '--yes');
    const begun = await until('some are released', async () => {
      const now = await commands.progress(replayId);
      return now.released >= 2 && now;
    });
    await installation.nodes[0]!.kill();
    assert.ok(begun.released < count, 'at one a second it takes longer');
    const spare = await installation.addNode({ nodeId: 'spare' });
    await commands.untilReplayed(replayId, paid, receiver);
    assert.ok(spare.pid > 0);
    await installation.cli(['doctor']);
  });
});
