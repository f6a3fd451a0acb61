// An archive run that is killed after any of its steps loses nothing, and the next run finishes it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { restorePeriod } from './open.ts';
import type { Step } from './run.ts';
import { findArchived } from './store.ts';
import { fillOnce, openFixture, type ArchiveFixture, type Filled } from './testing/fixture.ts';

let filled: Filled;
let fixture: ArchiveFixture;
before(async () => (filled = await fillOnce()));
beforeEach(async () => (fixture = await openFixture(filled)));
afterEach(() => fixture.close());
after(() => filled.postgres.close());

for (const step of ['detached', 'written', 'verified', 'dropped'] as const satisfies Step[])
  test(`a run that is killed when its tables are ${step} is finished by the next`, async () => {
    await fixture.settle();
    const before = await fixture.contents();
    const child = spawn(
      process.execPath,
      [
        new URL('./testing/run-and-die.ts', import.meta.url).pathname,
        fixture.db.url,
        fixture.directory,
        step,
      ],
      { stdio: 'inherit' },
    );
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL');
    await fixture.run();
    const archived = await findArchived(fixture.db.database);
    assert.deepEqual(
      archived.map(({ state }) => state),
      ['archived', 'archived'],
    );
    const left = await fixture.rows(`select relname from pg_class where relname like '%_archive'`);
    assert.deepEqual(left, []);
    await restorePeriod(fixture.db.database, 1);
    assert.deepEqual(await fixture.contents(), before);
  });
