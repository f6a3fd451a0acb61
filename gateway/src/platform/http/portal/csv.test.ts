// Files for spreadsheets: no formula gets through, and Excel reads what was written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenText } from '@jokko/contract';
import fc from 'fast-check';
import { withoutMark } from '../../spreadsheet/index.ts';
import { csvOf, type Cell, type CsvForm } from './csv.ts';

async function fileOf(form: CsvForm, cells: Cell[]): Promise<string> {
  async function* rows() {
    yield [cells];
  }
  let text = '';
  for await (const part of csvOf({ form, timeZone: 'Africa/Douala' }, ['a', 'b'], rows()))
    text += part;
  return text;
}

test('a cell that would be a formula is a text', async () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    const text = await fileOf('plain', [`${start}1+1`]);
    assert.ok(
      text.split('\r\n').slice(1).join('\r\n').replace(/^"/, '').startsWith(`'${start}`),
      start,
    );
  }
  assert.equal(await fileOf('plain', ["=cmd|' /C calc'!A0"]), "a,b\r\n'=cmd|' /C calc'!A0\r\n");
});

test('what is copied out of a file is found as it was before', async () => {
  for (const value of [
    '+221770000042',
    '0701020304',
    '1234567890123',
    '=1+1',
    '12',
    "d'Arc",
    "'12",
  ]) {
    const [, line = ''] = (await fileOf('excel', [{ digits: value }])).split('\r\n');
    assert.equal(withoutMark(line), value);
  }
});

test('people see each character, and programs get them as they were given', async () => {
  assert.equal(
    await fileOf('excel', ['gpj\u202e.exe\u001b']),
    '\ufeffa;b\r\ngpj⟨U+202E⟩.exe⟨U+001B⟩\r\n',
  );
  assert.equal(await fileOf('plain', ['gpj\u202e.exe']), 'a,b\r\ngpj\u202e.exe\r\n');
});

test('wide signs are signs, and every separator is kept inside its cell in both forms', async () => {
  for (const sign of '＝＋－＠')
    assert.equal(await fileOf('plain', [`${sign}1+1`]), `a,b\r\n'${sign}1+1\r\n`);
  for (const form of ['plain', 'excel'] as const) {
    for (const separator of [',', ';', '\t']) {
      assert.ok(
        (await fileOf(form, [`x${separator}=1+1`])).endsWith(`"x${separator}=1+1"\r\n`),
        `${form} ${JSON.stringify(separator)}`,
      );
    }
  }
});

test('quotes, separators and line ends stay in their cell', async () => {
  assert.equal(
    await fileOf('plain', ['a"b', 'c,d', 'e\nf', null]),
    'a,b\r\n"a""b","c,d","e\nf",\r\n',
  );
});

test('French Excel: byte-order mark, semicolons, decimal commas, local times, digits kept', async () => {
  const cells: Cell[] = [
    { digits: '1234567890123456' },
    { amount: -12_500n },
    { at: new Date('2026-11-21T18:08:14Z') },
    { digits: '+221770000000' },
  ];
  assert.equal(
    await fileOf('excel', cells),
    "\ufeffa;b\r\n'1234567890123456;-1,25;2026-11-21 19:08:14;'+221770000000\r\n",
  );
  assert.equal(
    await fileOf('plain', cells),
    'a,b\r\n1234567890123456,-1.25,2026-11-21T18:08:14.000Z,+221770000000\r\n',
    'a bank takes it',
  );
  assert.equal(await fileOf('plain', [{ digits: '+1+cmd' }]), "a,b\r\n'+1+cmd\r\n");
});

test('texts of every column stay as they are when Excel opens and saves the file', async () => {
  const ids = ['0012', '123456789012345678', '48213e7', '3-4'];
  for (const cells of [ids, ids.map((digits) => ({ digits }))])
    assert.equal(
      await fileOf('excel', cells),
      "\ufeffa;b\r\n'0012;'123456789012345678;'48213e7;'3-4\r\n",
    );
  assert.equal(await fileOf('plain', ids), `a,b\r\n${ids.join(',')}\r\n`, 'programs take them');
});

test('X5 property: a reader by RFC 4180 gets every cell back, and none begins a formula', async () => {
  const texts = fc.array(
    fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', '\r', '\n', 'a', '1', ' '),
    }),
    { minLength: 2 },
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom('plain', 'excel'), async (cells, form) => {
      const text = await fileOf(form, cells);
      const read = cellsIn(text.slice(text.indexOf('\r\n') + 2, -2), form === 'plain' ? ',' : ';');
      assert.equal(read.length, cells.length);
      read.forEach((cell, index) => {
        const given = form === 'plain' ? cells[index]! : seenText(cells[index]!);
        assert.ok(cell === given || cell === `'${given}`);
        assert.ok(!/^[=@+-]/.test(cell), cell);
      });
    }),
  );
});

function cellsIn(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at += 1) {
    let cell = '';
    if (line[at] === '"')
      for (at += 1; line[at] !== '"' || line[at + 1] === '"'; at += 1) {
        if (line[at] === '"') at += 1;
        cell += line[at];
      }
    for (; at < line.length && line[at] !== separator; at += 1)
      cell += line[at] === '"' ? '' : line[at];
    cells.push(cell);
  }
  return cells;
}
