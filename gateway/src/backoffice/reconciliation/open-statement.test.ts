// Proves that a bank's message is told as the rows of a table, as many at once as are asked for,
// and with times by the clock of the user's time zone in winter.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBook } from '../../platform/spreadsheet/testing/book.ts';
import { openStatement } from './open-statement.ts';

const balance = (code: string, amount: number): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="XOF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-07-20</Dt></Dt></Bal>`;
const entry = (reference: string): string =>
  `<Ntry><Amt Ccy="XOF">250</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><DtTm>2026-07-20T10:15:00</DtTm></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry>`;
const message =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
  `<Stmt><Id>1</Id><Acct><Id><IBAN>SN08</IBAN></Id></Acct>${balance('OPBD', 1000)}${balance('CLBD', 1500)}` +
  `${entry('B1')}${entry('B2')}</Stmt></BkToCstmrStmt></Document>`;

const open = (timeZone: string) => openStatement(Buffer.from(message), { rowsMax: 100, timeZone });

test('F11 the account, its balances and the headings stand above the rows of a bank’s message', async () => {
  const opened = await open('Africa/Dakar');
  try {
    const first = await opened.take(4);
    assert.deepEqual([first.form, first.end], ['camt', null]);
    assert.deepEqual(
      first.rows.map(({ line, cells }) => [line, cells[0], cells[1]]),
      [
        [1, 'account', 'SN08'],
        [2, 'opening', '1000'],
        [3, 'our_reference', 'bank_reference'],
        [4, '', 'B1'],
      ],
    );
    const rest = await opened.take(4);
    assert.deepEqual(
      rest.rows.map(({ line, cells }) => [line, cells[0], cells[1]]),
      [[5, '', 'B2']],
    );
    assert.equal(rest.end?.bank?.account, 'SN08');
  } finally {
    opened.close();
  }
});

test('F11 a bank’s times without a zone are of the time zone’s winter, and of UTC where there is none', async () => {
  for (const [timeZone, booked] of [
    ['Europe/Paris', '2026-07-20T09:15:00.000Z'],
    ['America/New_York', '2026-07-20T15:15:00.000Z'],
    ['Nowhere', '2026-07-20T10:15:00.000Z'],
  ] as const) {
    const opened = await open(timeZone);
    try {
      const { rows } = await opened.take(10);
      const place = rows[2]!.cells.indexOf('booked');
      assert.equal(rows[3]!.cells[place], booked, timeZone);
    } finally {
      opened.close();
    }
  }
});

test('F11 a workbook with a second table on a sheet that is shown is no statement', async () => {
  const row = (number: number, ...texts: string[]) =>
    `<row r="${number}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const table = row(1, 'Id', 'Montant') + row(2, 'T1', '100');
  const read = async (
    ...others: { sheet: string; state?: 'hidden' | 'veryHidden'; target?: string }[]
  ) => {
    const bytes = makeBook(table, { others });
    const opened = await openStatement(bytes, { rowsMax: 100, timeZone: 'Africa/Dakar' });
    try {
      return (await opened.take(10)).rows.length;
    } finally {
      opened.close();
    }
  };
  const others = [
    '',
    row(1, 'Code', 'Sens') + row(2, 'R', 'Réussi'),
    row(1, 'une note, du 24/11/2026') + row(2, 'Taux : 1,5 % ou 2, selon le contrat'),
  ];
  assert.equal(await read(...others.map((sheet) => ({ sheet }))), 2);
  for (const state of ['hidden', 'veryHidden'] as const)
    assert.equal(await read({ sheet: table, state }), 2);
  // One row that may be a movement is enough, in cells or as a line of a CSV.
  for (const sheet of [
    table,
    row(1, 'T2', '200'),
    row(1, 'Id;Montant') + row(2, 'T2;200'),
    row(1, '25/11/2026,T2,200'),
    row(1, 'T2|200'),
  ])
    await assert.rejects(read({ sheet: '' }, { sheet }), /several_sheets/, sheet);
  for (const target of [
    './worksheets/sheet2.xml',
    '../xl/worksheets/sheet2.xml',
    '/xl/worksheets/sheet2.xml',
    'worksheets\\sheet2.xml',
    'Worksheets/Sheet2.XML',
    'worksheets/sh%65et2.xml',
  ])
    await assert.rejects(read({ sheet: table, target }), /several_sheets/, target);
  await assert.rejects(read({ sheet: '', target: 'worksheets/other.xml' }), /damaged/);
});
