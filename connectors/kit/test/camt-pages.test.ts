// Proves that a camt.053 that somebody hands over is read as a whole, or refused by its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCamtPages, wholeFile } from '../bank-statement/index.ts';
import type { BankFile, BankRefused } from '../bank-statement/index.ts';

const bare = '3F2504E04F8911D39A0C0305E82C3301';
const balance = (code: string, amount: number, date: string, currency = 'XOF'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>` +
  `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
const entry = (amount: string, sign: string, rest = '', booked = '2026-11-24'): string =>
  `<Ntry><Amt Ccy="XOF">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts>` +
  `<BookgDt><Dt>${booked}</Dt></BookgDt>${rest}</Ntry>`;
const details = (...transactions: string[]): string =>
  `<NtryDtls>${transactions.map((each) => `<TxDtls>${each}</TxDtls>`).join('')}</NtryDtls>`;
const refs = (endToEnd: string, bank = ''): string =>
  `<Refs>${bank === '' ? '' : `<AcctSvcrRef>${bank}</AcctSvcrRef>`}<EndToEndId>${endToEnd}</EndToEndId></Refs>`;

interface Told {
  id?: string;
  account?: string;
  before?: string;
  balances?: string;
}
const statement = (
  entries: string,
  { id = 'S1', account = 'CI93', before = '', balances }: Told = {},
): string =>
  `<Stmt><Id>${id}</Id>${before}<Acct><Id><IBAN>${account}</IBAN></Id></Acct>` +
  `${balances ?? balance('OPBD', 1000, '2026-11-24') + balance('CLBD', 1000, '2026-11-24')}${entries}</Stmt>`;
const message = (statements: string, type = 'camt.053.001.02', root = 'BkToCstmrStmt'): string =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${type}"><${root}>${statements}</${root}></Document>`;

function read(text: string): BankFile | BankRefused {
  const pages = readCamtPages(Buffer.from(text), 0);
  return 'fault' in pages ? pages : wholeFile(pages);
}
function whole(text: string): BankFile {
  const file = read(text);
  assert.ok(!('fault' in file), `refused: ${'fault' in file ? file.fault : ''}`);
  return file;
}

test('F11 entries, batches and reversals of a camt.053', () => {
  const batch = details(
    `${refs('A-1', 'B1')}<Amt Ccy="XOF">300</Amt>`,
    `${refs(bare, 'B2')}<Amt Ccy="XOF">200</Amt>`,
  );
  const text = details(`${refs('NOTPROVIDED')}<RmtInf><Ustrd>Frais de tenue</Ustrd></RmtInf>`);
  const file = whole(
    message(
      statement(
        entry('500', 'DBIT', batch) +
          entry('300', 'CRDT', `<RvslInd>true</RvslInd>${details(refs('A-1', 'B3'))}`) +
          entry('70', 'CRDT', details(`${refs('A-2', 'B4')}<RtrInf/>`)) +
          entry('12.5', 'DBIT', text) +
          entry('9', 'CRDT').replace('BOOK', 'PDNG'),
        { balances: balance('OPBD', 1000, '2026-11-24') + balance('CLBD', 857.5, '2026-11-24') },
      ),
    ),
  );
  assert.deepEqual(
    file.rows.map(({ line, number }) => [
      number,
      line.direction,
      Number(line.amount) / 10_000,
      line.status,
      line.ours ?? null,
      line.theirs,
    ]),
    [
      [1, 'out', 300, 'succeeded', 'A-1', 'B1'],
      [2, 'out', 200, 'succeeded', '3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'B2'],
      [3, 'in', 300, 'reversed', 'A-1', 'B3'],
      [4, 'in', 70, 'reversed', 'A-2', 'B4'],
      [5, 'out', 12.5, 'succeeded', null, '2026-11-24/out/12.5/1'],
    ],
  );
  assert.equal(file.rows[4]!.details, 'Frais de tenue');
  assert.deepEqual([file.opening, file.closing], [10_000_000n, 8_575_000n]);
});

test('F11 statements and pages of a message, and the days that they cover', () => {
  const span =
    '<FrToDt><FrDtTm>2026-11-20T00:00:00</FrDtTm><ToDtTm>2026-11-23T00:00:00</ToDtTm></FrToDt>';
  const paged = (number: number, isLast: boolean): string =>
    `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`;
  const weekend = statement('', {
    id: 'S0',
    before: span,
    balances: balance('OPBD', 5, '2026-11-20') + balance('CLBD', 5, '2026-11-22'),
  });
  const one = statement(entry('10', 'CRDT'), {
    before: paged(1, false),
    balances: balance('OPBD', 5, '2026-11-24') + balance('ITBD', 15, '2026-11-24'),
  });
  const two = statement(entry('10', 'CRDT'), {
    before: paged(2, true),
    balances: balance('OPBD', 15, '2026-11-24') + balance('CLBD', 25, '2026-11-24'),
  });
  const file = whole(message(weekend + one + two));
  assert.deepEqual(file.days, { first: '2026-11-20', last: '2026-11-24' });
  assert.deepEqual([file.opening, file.closing], [50_000n, 250_000n]);
  assert.deepEqual(
    file.rows.map(({ line, number }) => [number, line.theirs]),
    [
      [1, '2026-11-24/in/10/1'],
      [2, '2026-11-24/in/10/2'],
    ],
  );
  assert.deepEqual(read(message(weekend + one)), { fault: 'unfinished', place: { statement: 2 } });
  assert.deepEqual(read(message(two)), { fault: 'pages', place: { statement: 1 } });
});

test('F11 what of a camt.053 cannot be read is refused with its place', () => {
  const good = entry('1', 'CRDT');
  const cases: [string, string, BankRefused][] = [
    ['no XML', message(statement(good)).slice(0, -20), { fault: 'xml', place: {} }],
    [
      'another message',
      message('', 'camt.054.001.02', 'BkToCstmrDbtCdtNtfctn'),
      { fault: 'message', place: {} },
    ],
    ['no statement', message(''), { fault: 'account', place: {} }],
    [
      'amount',
      message(statement(good + entry('x', 'CRDT'))),
      { fault: 'amount', place: { statement: 1, entry: 2 } },
    ],
    [
      'sign',
      message(statement(entry('1', 'BOTH'))),
      { fault: 'sign', place: { statement: 1, entry: 1 } },
    ],
    [
      'date',
      message(statement(good + entry('1', 'CRDT', '', '2026-11-31'))),
      { fault: 'date', place: { statement: 1, entry: 2 } },
    ],
    [
      'status',
      message(statement(good.replace('BOOK', 'SOON'))),
      { fault: 'status', place: { statement: 1, entry: 1 } },
    ],
    [
      'currency',
      message(statement(good + good.replace('XOF', 'EUR'))),
      { fault: 'currency', place: { statement: 1, entry: 2 } },
    ],
    [
      'balance',
      message(statement(good).replace('>1000<', '>mille<')),
      { fault: 'balance', place: { statement: 1 } },
    ],
    [
      'two accounts',
      message(statement(good) + statement(good, { id: 'S2', account: 'CI94' })),
      { fault: 'account', place: { statement: 2 } },
    ],
    [
      'twice',
      message(statement(good) + statement(good)),
      { fault: 'twice', place: { statement: 2 } },
    ],
  ];
  for (const [what, text, expected] of cases) assert.deepEqual(read(text), expected, what);
});

test('F11 charges that are not within an amount are none of it', () => {
  const charge = (isWithin: string, amount = 10): string =>
    `<Rcrd><Amt Ccy="XOF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>${isWithin}</ChrgInclInd></Rcrd>`;
  const total = '<TtlChrgsAndTaxAmt Ccy="XOF">15</TtlChrgsAndTaxAmt>';
  for (const [charges, expected] of [
    [charge('true'), [1010, 10]],
    [charge('false'), [1000, 0]],
    [total + charge('true', 5) + charge('false'), [1005, 5]],
    [total + charge('true', 5) + charge('true'), [1015, 15]],
  ] as const) {
    const text = message(statement(entry('1000', 'CRDT', `<Chrgs>${charges}</Chrgs>`)));
    const [row] = whole(text.replace('001.02', '001.08')).rows;
    const { amount, fee } = row!.line;
    assert.deepEqual([Number(amount) / 10_000, Number(fee) / 10_000], expected, charges);
  }
});

test('F11 charges are those in the currency of their entry, each with its sign', () => {
  const total = (amount: number, currency = 'XOF'): string =>
    `<TtlChrgsAndTaxAmt Ccy="${currency}">${amount}</TtlChrgsAndTaxAmt>`;
  const told = (amount: number, currency = 'XOF', sign = 'DBIT'): string =>
    `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`;
  const record = (...of: [number, string?, string?]): string => `<Rcrd>${told(...of)}</Rcrd>`;
  const charges = (...of: string[]): string => of.map((each) => `<Chrgs>${each}</Chrgs>`).join('');
  for (const [text, expected] of [
    [charges(record(2, 'EUR')), [1000, 0]],
    [charges(total(2, 'EUR')), [1000, 0]],
    [charges(total(2, 'EUR') + record(2, 'EUR') + record(10)), [1010, 10]],
    [charges(total(1312) + record(2, 'EUR')), [2312, 1312]],
    // The rest of the total is tax.
    [charges(total(6) + record(5)), [1006, 6]],
    // What was given back is no fee.
    [charges(total(5) + record(5, 'XOF', 'CRDT')), [1000, 0]],
    [charges(total(5) + record(7) + record(2, 'XOF', 'CRDT')), [1005, 5]],
    // As version 2 has them: a total may be of one or of all.
    [charges(total(5) + told(5), total(7) + told(7)), [1012, 12]],
    [charges(total(12) + told(5), total(12) + told(7)), [1012, 12]],
    [charges(total(5), total(7)), [1012, 12]],
  ] as const) {
    const [row] = whole(message(statement(entry('1000', 'CRDT', text)))).rows;
    const { amount, fee } = row!.line;
    assert.deepEqual([Number(amount) / 10_000, Number(fee) / 10_000], expected, text);
  }
});
