// F53 F54 I-16 T20: a restored database under real load. The provider keeps its memory, the
// database loses an hour of it: the nodes refuse to begin anything and say why, `jokko recover`
// makes what was sent exist again, clients repeat what they lost, and nobody is paid twice.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chooseSeed, openHarness, roundsOf, type Harness } from './harness.ts';
import { makeOrder, type Order } from './orders.ts';
import { copyDirectory, killAll, recoverRestored, repeatAndProve, restartAll } from './recovery.ts';

const ordersInPart = 60;
const loadMs = 1_500;
const rounds = roundsOf(1, 5);

let harness: Harness;
let copies: string;
before(async () => {
  harness = await openHarness({ seed: chooseSeed('restore of a copied database') });
  copies = mkdtempSync(join(tmpdir(), 'jokko-copy-'));
});
after(async () => {
  await harness?.close();
  rmSync(copies, { recursive: true, force: true });
});

const orders = (): Order[] =>
  Array.from({ length: ordersInPart }, () => makeOrder(harness.random, { lostAnswers: false }));

for (let round = 1; round <= rounds; round++)
  test(`F54 I-16 T20 a copied data directory is put back under load, round ${round}`, async (t) => {
    const { client } = harness;
    await client.load(orders(), loadMs);
    const directory = await killAll(harness);
    const kept = join(copies, 'data');
    copyDirectory(directory, kept);
    await restartAll(harness);

    const lost = orders();
    await client.load(lost, loadMs);
    // Some of them are still on their way.
    const startedAt = performance.now();
    await killAll(harness);
    copyDirectory(kept, directory);
    await restartAll(harness);
    const forgotten = await recoverRestored(harness, lost, round + 1);
    const upMs = Math.round(performance.now() - startedAt);
    await repeatAndProve(harness, lost);
    t.diagnostic(`${forgotten} forgotten attempts exist again; from the kill to ready ${upMs} ms`);
  });
