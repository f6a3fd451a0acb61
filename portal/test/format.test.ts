// Proves that amounts, times and counts are written as in Dakar, Douala and London, and that no
// digit is lost on the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayBounds,
  formatAgo,
  formatDay,
  formatChange,
  formatDuration,
  formatMoment,
  formatMoney,
  formatNumber,
  formatShare,
} from '../src/language/format.ts';
import { pluralForm } from '../src/language/message.ts';

const fr = { language: 'fr', timeZone: 'Africa/Dakar' } as const;
const en = { language: 'en', timeZone: 'Europe/London' } as const;
/** Intl puts narrow and unbreakable spaces where people see a space. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test('amounts have the currency of the country and every digit that came', () => {
  assert.equal(plain(formatMoney(fr, '1500000', 'XOF')), '1 500 000 F CFA');
  assert.equal(plain(formatMoney(en, '1500000', 'XOF')), 'F CFA 1,500,000');
  assert.equal(plain(formatMoney(fr, '1500', 'XAF')), '1 500 FCFA');
  assert.equal(plain(formatMoney(fr, '-12.3456', 'XOF')), '-12,3456 F CFA');
  assert.equal(
    plain(formatMoney(fr, '9007199254740993.0001', 'XOF')),
    '9 007 199 254 740 993,0001 F CFA',
  );
  assert.equal(plain(formatMoney(fr, '5000', 'XOF', { decimals: 2 })), '5 000,00 F CFA');
  assert.equal(plain(formatMoney(fr, '5000', 'EUR', { decimals: 1 })), '5 000,00 €');
  assert.equal(plain(formatMoney(fr, '5000', 'XAF', { code: true })), '5 000 XAF');
  assert.equal(plain(formatNumber(fr, '9007199254740993')), '9 007 199 254 740 993');
  assert.equal(plain(formatShare(fr, 0.987)), '98,7 %');
});

test('a change has its sign, and none where nothing changed or was before', () => {
  const said = (now: string | number, before: string | number): string =>
    plain(formatChange(fr, now, before)).replace('\u2212', '-');
  assert.deepEqual(
    [said(112, 100), said('97', '100'), said(100, 100), said(1_000_001, 1_000_000)],
    ['+12 %', '-3 %', '0 %', '0 %'],
  );
  assert.deepEqual([said(5, 0), said('5', '-3')], ['–', '–']);
});

test('how long something takes is said in its two largest units', () => {
  const said = (of: typeof fr | typeof en, ...lengths: number[]): string[] =>
    lengths.map((ms) => plain(formatDuration(of, ms)));
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  assert.deepEqual(said(fr, 0, 0.4, 345, 999.6), ['0 s', '0,4 ms', '345 ms', '1 s']);
  assert.deepEqual(said(fr, 3_240, 45 * second, 59_990), ['3,2 s', '45 s', '1 min']);
  assert.deepEqual(said(fr, 200 * second, 10 * minute, 3_599_800), ['3 min 20 s', '10 min', '1 h']);
  assert.deepEqual(said(fr, 125 * minute, 2 * hour, day - 1), ['2 h 5 min', '2 h', '1 j']);
  assert.deepEqual(said(fr, 28 * hour, 49 * hour, 3 * day), ['1 j 4 h', '2 j 1 h', '3 j']);
  assert.deepEqual(said(en, 3_240, 125 * minute, 28 * hour), ['3.2 s', '2 h 5 min', '1 d 4 h']);
});

test('a moment is shown in the chosen time zone', () => {
  assert.match(plain(formatMoment(fr, '2026-07-14T22:30:00Z')), /14 juil\. 2026.*22:30/);
  assert.match(plain(formatMoment(en, '2026-07-14T22:30:00Z')), /14 Jul 2026.*23:30/);
  assert.match(
    plain(formatMoment({ ...fr, timeZone: 'Asia/Tokyo' }, '2026-07-14T22:30:00Z')),
    /15 juil\. 2026.*07:30/,
  );
  assert.equal(
    plain(formatDay({ ...fr, timeZone: 'Pacific/Honolulu' }, '2026-11-21')),
    '21 nov. 2026',
  );
});

test('how long ago is said in the largest unit that fits', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const at = (seconds: number): string => plain(formatAgo(fr, now - seconds * 1_000, now));
  assert.equal(at(3), 'maintenant');
  assert.equal(at(59), 'il y a 59 secondes');
  assert.equal(at(3_599), 'il y a 59 minutes');
  assert.equal(at(86_400), 'hier');
  assert.equal(at(-7_200), 'dans 2 heures');
});

test('a day of a filter begins and ends in the time zone, also when the clocks change', () => {
  assert.deepEqual(dayBounds('2026-11-21', 'Africa/Dakar'), {
    from: '2026-11-21T00:00:00.000Z',
    until: '2026-11-22T00:00:00.000Z',
  });
  assert.deepEqual(dayBounds('2026-11-21', 'Africa/Douala'), {
    from: '2026-11-20T23:00:00.000Z',
    until: '2026-11-21T23:00:00.000Z',
  });
  assert.deepEqual(dayBounds('2026-03-29', 'Europe/Paris'), {
    from: '2026-03-28T23:00:00.000Z',
    until: '2026-03-29T22:00:00.000Z',
  });
});

test('French counts none and one alike, and knows a form for millions', () => {
  const forms = { one: '# ligne', other: '# lignes', many: '# de lignes' };
  assert.deepEqual(
    [0, 1, 2, 1_000_000].map((count) => plain(pluralForm('fr', count, forms))),
    ['0 ligne', '1 ligne', '2 lignes', '1 000 000 de lignes'],
  );
  assert.equal(pluralForm('en', 0, { one: '# row', other: '# rows' }), '0 rows');
});
