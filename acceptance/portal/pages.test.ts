// Opens every page of the portal once, without pictures: none throws, is refused what it asks for, is wider than the screen or has a text that is in no
// dictionary. Pictures, phones, the dark theme and axe are in the long tier.

import { after, before, test } from 'node:test';
import { readDictionaries } from './visual/dictionaries.ts';
import { walkAll } from './visual/every-page.ts';
import { openFixture, visualEnv, type Fixture } from './visual/fixture.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
let fixture: Fixture;
before(async () => {
  harness = await openHarness(visualEnv);
  fixture = await openFixture(harness);
});
after(async () => {
  await fixture?.close();
  await harness?.close();
});

test('P60 every page is drawn', async () => {
  const reading = { dictionaries: await readDictionaries(), names: new Set(fixture.names) };
  await walkAll(harness, fixture, {
    language: 'fr',
    width: 1_280,
    themes: [],
    axe: false,
    whole: false,
    reading,
  });
});
