// Walks through every page of the portal as each side: signed out, half signed in, developer,
// operator.

import assert from 'node:assert/strict';
import type { Harness } from '../harness.ts';
import { sessionCookie, type Caller } from './caller.ts';
import type { Fixture } from './fixture.ts';
import { fillLists } from './full-lists.ts';
import { planVisits, readRoutes, type Visit, type Who } from './visits.ts';
import { lookAround, watchCalls, type Walk } from './walk.ts';

interface VisitedHarness {
  harness: Harness;
  fixture: Fixture;
}

/** Who that is, with pages in that language. */
async function callerFor(
  fixture: Fixture,
  who: Who,
  language: 'fr' | 'en',
): Promise<Caller | null> {
  if (who === 'nobody') return null;
  if (who === 'begun') return fixture.newcomer(language);
  const caller = who === 'developer' ? fixture.developer.owner : fixture.backOffice.admin;
  await caller.post('me', { language });
  return caller;
}

/** People's clocks stand as the gateway's, which is ahead. */
const browserClock = (aheadMs: number): string => `{
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts) {
      if (parts.length === 0) super(Real.now() + ${aheadMs});
      else super(...parts);
    }
    static now() {
      return Real.now() + ${aheadMs};
    }
  };
}`;

/** One user at one browser sees all pages of that side. */
async function walkAs(
  { harness, fixture }: VisitedHarness,
  who: Who,
  visits: readonly Visit[],
  walk: Walk,
): Promise<string[]> {
  const { language, width } = walk;
  const visitor = await harness.visit({ language, width });
  const caller = await callerFor(fixture, who, language);
  if (caller !== null) {
    await visitor.page
      .context()
      .addCookies([
        { name: sessionCookie, value: caller.session(), url: harness.installation.baseUrl },
      ]);
  }
  await visitor.page.addInitScript(browserClock(fixture.aheadMs));
  if (walk.full) await fillLists(visitor.page);
  const calls = watchCalls(visitor.page);
  const problems: string[] = [];
  for (const visit of visits.filter((each) => each.who === who)) {
    problems.push(
      ...(await lookAround(visitor, calls, visit, walk).catch((error: unknown) => [
        `${visit.name}: ${String(error)}`,
      ])),
    );
  }
  await visitor.close().catch((error: unknown) => problems.push(`${who}: ${String(error)}`));
  return problems;
}

/** Every route of the portal, as each side that may see it. Fails with all that is wrong. */
export async function walkAll(harness: Harness, fixture: Fixture, walk: Walk): Promise<void> {
  const { visits, missing, gone } = planVisits(await readRoutes(), fixture);
  assert.deepEqual([missing, gone], [[], []], 'every route of the portal is visited, and no other');
  const sides = ['nobody', 'begun', 'developer', 'operator'] as const;
  const problems = (
    await Promise.all(sides.map((who) => walkAs({ harness, fixture }, who, visits, walk)))
  ).flat();
  assert.equal(problems.length, 0, problems.join('\n'));
}
