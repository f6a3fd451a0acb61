// Proves that alerts and their ends are told in people's words, in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertRules } from '@jokko/contract/portal';
import { compose } from '../compose.ts';
import type { AlertItem } from '../kinds.ts';
import { plainText } from '../message.ts';

const item = (of: Partial<AlertItem> & Pick<AlertItem, 'rule' | 'subject'>): AlertItem => ({
  id: 7,
  severity: 'critical',
  value: null,
  raisedAt: '2026-11-28T03:04:00.000Z',
  ...of,
});
const told = (
  items: AlertItem[],
  what: 'raised' | 'ended' = 'raised',
  language: 'fr' | 'en' = 'fr',
) =>
  compose(
    { kind: 'alert', parameters: { what, critical: true, items, count: items.length }, language },
    { baseUrl: 'https://pay.sn', token: null },
  );
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('every rule says its end in other words than its beginning, in both languages', () => {
  for (const rule of alertRules)
    for (const language of ['fr', 'en'] as const) {
      const one = item({ rule, subject: 'WAVE_SN XOF', value: 3 });
      const [begun, ended] = (['raised', 'ended'] as const).map((what) =>
        plain(told([one], what, language).subject)
          .split(/ ?: /)
          .at(1)!,
      );
      assert.notEqual(begun, ended, `${rule} ${language}`);
    }
  const back = told([item({ rule: 'route', subject: 'OPA_SN' })], 'ended').subject;
  assert.equal(plain(back), 'Rétabli : La route OPA_SN fonctionne de nouveau');
});

test('a task has the name that people know, and a pause is one line', () => {
  const late = item({ rule: 'queue', subject: 'SMS binds (vm-1)' });
  assert.match(plain(told([late]).subject), /« Sessions SMPP \(vm-1\) »/);
  assert.match(told([late], 'raised', 'en').subject, /“SMPP sessions \(vm-1\)”/);
  const pause = item({ rule: 'queue', subject: 'vm-1', value: 90 });
  assert.match(told([pause]).subject, /Le nœud vm-1 est resté à l’arrêt pendant 90 s$/);
  assert.match(told([pause], 'raised', 'en').subject, /Node vm-1 was paused for 90 s$/);
});

test('it says since when and how much, and leads to the alert', () => {
  const low = item({ rule: 'float', subject: 'WAVE_SN XOF', value: 499_000 });
  const one = told([low]);
  assert.match(plain(one.subject), /est bas : 499 000 F CFA$/);
  assert.deepEqual(one.facts![0], ['Depuis', '28/11/2026 03:04 UTC']);
  assert.equal(one.link!.url, 'https://pay.sn/alerts?after=8&open=7');
  assert.equal(one.link!.label, 'Ouvrir et acquitter');
  assert.equal(told([low], 'ended').link!.label, 'Ouvrir l’alerte');
  const down = item({ rule: 'route', subject: 'OPA_SN', value: 42 });
  assert.match(plain(told([down]).subject), /est perturbée : 42 % de bonnes réponses$/);
  assert.match(
    plainText(one, 'fr'),
    /^Depuis\u00a0: 28/m,
    'French has a space that does not break',
  );
  assert.match(plainText(one, 'en'), /^Depuis: 28/m);
  const two = told([low, item({ rule: 'disk', subject: 'diskLow' })]);
  assert.match(two.paragraphs[1]!, /\(depuis 28\/11\/2026 03:04 UTC\)$/);
  assert.equal(two.link!.url, 'https://pay.sn/alerts?state=open');
});
