// The restore drill: a backup of an embedded installation is taken under load, the installation is
// lost but for its send journal, and the backup is started in a new DATA_DIR. The nodes refuse,
// `jokko recover` puts it right, and nobody is paid twice.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chooseSeed, openHarness, roundsOf, type Harness } from './harness.ts';
import { makeOrder, type Order } from './orders.ts';
import { killAll, recoverRestored, repeatAndProve, restartAll } from './recovery.ts';

const ordersInPart = 20;
const loadMs = 1_500;
const rounds = roundsOf(1, 3);

let harness: Harness;
let backups: string;
before(async () => {
  harness = await openHarness({ seed: chooseSeed('restore drill') });
  backups = mkdtempSync(join(tmpdir(), 'jokko-backup-'));
});
after(async () => {
  await harness?.close();
  rmSync(backups, { recursive: true, force: true });
});

const orders = (): Order[] =>
  Array.from({ length: ordersInPart }, () => makeOrder(harness.random, { lostAnswers: false }));

const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);

/** As docs/operations.md says it, into a DATA_DIR that holds nothing else. */
function restore(backup: string, dataDir: string): void {
  const lost = `${dataDir}.lost`;
  renameSync(dataDir, lost);
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  copy(join(backup, 'postgres.json'), dataDir);
  copy(join(backup, 'database'), join(dataDir, 'postgres'));
  copy(join(backup, 'send-journal'), dataDir);
  // What was copied each minute, and the key, which lies elsewhere.
  copy(join(lost, 'send-journal'), dataDir);
  copy(join(lost, 'secret-key'), dataDir);
  rmSync(lost, { recursive: true });
}

for (let round = 1; round <= rounds; round++)
  test(`F54 a backup taken under load is restored into a new DATA_DIR, round ${round}`, async (t) => {
    const { client, installation } = harness;
    const backup = join(backups, `round-${round}`);
    const during = orders();
    const loading = client.load(during, loadMs);
    const startedAt = performance.now();
    const taken = await installation.cli<{ bytes: number; files: number }>(['backup', backup]);
    const backupMs = Math.round(performance.now() - startedAt);
    await loading;
    const later = orders();
    await client.load(later, loadMs);

    const checked = await installation.cli<{ files: number }>(['backup', backup, '--check']);
    assert.equal(checked.files, taken.files);
    assert.ok(!existsSync(`${backup}.partial`));
    assert.ok(!existsSync(join(backup, 'secret-key')), 'the key is elsewhere');

    await killAll(harness);
    const lostAt = performance.now();
    restore(backup, installation.dataDir);
    await restartAll(harness);
    const lost = [...during, ...later];
    const forgotten = await recoverRestored(harness, lost, round + 1);
    const upMs = Math.round(performance.now() - lostAt);
    await repeatAndProve(harness, lost);
    t.diagnostic(
      `backup of ${Math.round(taken.bytes / 1e6)} MB in ${backupMs} ms; from the loss to nodes that are recovered ${upMs} ms; ${forgotten} forgotten attempts exist again`,
    );
  });

test('a backup that is damaged, there already, or has no place, is said to be', async () => {
  const { installation } = harness;
  const backup = join(backups, 'round-1');
  const again = await installation.runCli(['backup', backup]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already/);
  const nowhere = await installation.runCli(['backup', join(backups, 'none', 'round-1')]);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /none does not exist: make it first/);
  appendFileSync(join(backup, 'database', 'PG_VERSION'), ' ');
  rmSync(join(backup, 'database', 'backup_label'));
  const { code, stdout } = await installation.runCli(['backup', backup, '--check', '--json']);
  assert.equal(code, 1);
  assert.deepEqual(
    (JSON.parse(stdout) as { faults: string[] }).faults,
    ['database/PG_VERSION has 4 bytes, it had 3', 'database/backup_label is missing'].toSorted(),
  );
});
