// Proves that a draft is there again after a reload, for this user alone, and gone once it was
// sent or somebody signed out.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { purgeDrafts, readDraft, writeDraft } from '../src/api/kept-drafts.ts';
import { listenToTabs, notifyTabs } from '../src/api/tabs.ts';

const empty = { subject: '', message: '' };

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

test('a draft is read again as it was written, and never another one’s', () => {
  writeDraft('1.2.claim', { subject: 'Pas reçu', message: 'Depuis hier' });
  assert.deepEqual(readDraft('1.2.claim', empty), { subject: 'Pas reçu', message: 'Depuis hier' });
  assert.deepEqual(readDraft('1.3.claim', empty), empty);
  writeDraft('1.2.claim', null);
  assert.deepEqual(readDraft('1.2.claim', empty), empty);
});

test('what an older version kept is taken as far as it fits', () => {
  sessionStorage.setItem('jokko.draft.1.2.claim', '{"subject":"Pas reçu","message":7,"more":"x"}');
  assert.deepEqual(readDraft('1.2.claim', empty), { subject: 'Pas reçu', message: '' });
  sessionStorage.setItem('jokko.draft.1.2.claim', 'nonsense');
  assert.deepEqual(readDraft('1.2.claim', empty), empty);
});

test('signing out forgets all drafts of the tab and nothing else', () => {
  for (const whose of ['1.2.claim', '1.2.sms', '1.3.sms']) writeDraft(whose, { subject: 'x' });
  sessionStorage.setItem('other', 'stays');
  purgeDrafts();
  assert.equal(sessionStorage.length, 1);
  assert.equal(sessionStorage.getItem('other'), 'stays');
});

test('a browser that keeps nothing loses no page', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new Error('turned off');
    },
  });
  writeDraft('1.2.claim', { subject: 'x' });
  purgeDrafts();
  assert.deepEqual(readDraft('1.2.claim', empty), empty);
});

test('one tab tells the others, and not itself what it cannot mean', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const end = listenToTabs(resolve);
  notifyTabs('signed-out');
  assert.equal(await promise, 'signed-out');
  end();
});
