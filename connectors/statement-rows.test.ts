// Proves of every connector that has statements that no row vanishes: whatever a row lacks, or
// holds instead, it is read as a row, or the statement is none and somebody is told.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Connector, FiledDay, StatementDay, StatementLine } from '@jokko/connectors/kit';
import { createScripted, json } from '@jokko/connectors/kit/conformance';
import { live as bankConfig } from './bank-file/test/compose-statement.ts';
import { bankFileConnector } from './bank-file/index.ts';
import { paymentConnectors } from './index.ts';
import { stripeConnector } from './stripe/index.ts';
import { config as stripeConfig } from './stripe/test/scripted.ts';
import { waveConnector } from './wave/index.ts';
import { liveConfig as waveConfig } from './wave/test/scripted.ts';

const day = '2026-11-24';
type Members = { [member: string]: unknown };
type Lines = AsyncIterable<StatementLine, StatementDay | void>;

/** Rows as the provider writes them, and what its connector makes of a statement of them. */
interface Reader {
  row(number: number): Members;
  read(rows: readonly unknown[]): Lines;
}

/** An entry by its elements, in the order of the standard. */
const elements: readonly [name: string, xml: (number: number) => string][] = [
  ['Amt', (number) => `<Amt Ccy="XOF">${100 + number}</Amt>`],
  ['CdtDbtInd', () => '<CdtDbtInd>DBIT</CdtDbtInd>'],
  ['Sts', () => '<Sts>BOOK</Sts>'],
  ['BookgDt', () => `<BookgDt><Dt>${day}</Dt></BookgDt>`],
  ['ValDt', () => `<ValDt><Dt>${day}</Dt></ValDt>`],
  ['AcctSvcrRef', () => '<AcctSvcrRef>NONREF</AcctSvcrRef>'],
  ['BkTxCd', () => '<BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>'],
  ['NtryDtls', () => '<NtryDtls><TxDtls><RmtInf><Ustrd>A</Ustrd></RmtInf></TxDtls></NtryDtls>'],
];

const entryOf = (row: unknown): string =>
  typeof row === 'object' && row !== null
    ? `<Ntry>${Object.values(row).map(String).join('')}</Ntry>`
    : `<Ntry>${String(row)}</Ntry>`;

const readers: { readonly [connector: string]: Reader } = {
  'bank-file': {
    row: (number) => Object.fromEntries(elements.map(([name, xml]) => [name, xml(number)])),
    read(rows) {
      const balance = (code: string) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="XOF">0</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
      const bytes = Buffer.from(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id>
        <Acct><Id><IBAN>${bankConfig.debtorAccount}</IBAN></Id></Acct>${balance('OPBD')}${balance('CLBD')}${rows.map(entryOf).join('')}</Stmt></BkToCstmrStmt></Document>`,
      );
      return linesOf(
        bankFileConnector.files!.statement(bankConfig, [{ name: 'a.xml', bytes }], day),
      );
    },
  },
  stripe: {
    row: (number) => ({
      id: `txn_${number}`,
      object: 'balance_transaction',
      amount: 1_000,
      fee: 10,
      currency: 'xof',
      type: 'charge',
      created: Date.parse(`${day}T10:00:00Z`) / 1_000,
      source: `ch_${number}`,
    }),
    read: (data) =>
      stripeConnector.statement!(
        createScripted(stripeConfig, [json(200, { object: 'list', has_more: false, data })]),
        day,
      ),
  },
  wave: {
    row: (number) => ({
      timestamp: `${day}T10:00:00Z`,
      transaction_id: `T_${number}`,
      transaction_type: 'merchant_payment',
      amount: '1000',
      fee: '10',
      currency: 'XOF',
      counterparty_mobile: '+221770000001',
      client_reference: null,
    }),
    read: (items) =>
      waveConnector.statement!(
        createScripted(waveConfig, [
          json(200, { page_info: { has_next_page: false, end_cursor: null }, items }),
        ]),
        day,
      ),
  },
};

/** What the core makes of a day that a connector of files has read. */
async function* linesOf(filed: FiledDay): Lines {
  if (filed.kind === 'none') throw new Error(filed.reason);
  yield* await Promise.resolve(filed.lines);
}

/** How many rows there are; null: the statement is none. */
async function countOf(lines: Lines): Promise<number | null> {
  let count = 0;
  try {
    for await (const line of lines) {
      assert.ok(line.theirs !== '', 'a row has an id');
      count += 1;
    }
    return count;
  } catch (error) {
    assert.ok(error instanceof Error && error.message !== '');
    return null;
  }
}

const strange: readonly unknown[] = [undefined, null, '', '?', 0, -1, true, [], {}, '2026-02-30'];
const rowsOf = (reader: Reader): Members[] => [1, 2, 3].map((number) => reader.row(number));

test('every connector that has statements is tried here', () => {
  const names = Object.values<Connector<never>>(paymentConnectors)
    .filter(({ statement, files }) => statement !== undefined || files !== undefined)
    .map(({ name }) => name);
  assert.deepEqual(names.toSorted(), Object.keys(readers).toSorted());
});

for (const [name, reader] of Object.entries(readers))
  test(`F11 ${name}: rows in are rows out, or the statement is none`, async () => {
    assert.equal(await countOf(reader.read(rowsOf(reader))), 3);
    assert.equal(await countOf(reader.read([])), 0);
    const tried = new Set<number | null>();
    for (const member of Object.keys(reader.row(1)))
      for (const value of strange) {
        const rows = rowsOf(reader);
        if (value === undefined) delete rows[1]![member];
        else
          rows[1]![member] =
            name === 'bank-file' ? `<${member}>${String(value)}</${member}>` : value;
        const count = await countOf(reader.read(rows));
        tried.add(count);
        assert.ok(count === 3 || count === null, `${member} ${String(value)}: ${count} of 3 rows`);
      }
    assert.deepEqual(tried, new Set([3, null]), 'some are read, and some stop it');
    for (const row of [null, 'row', 7, []]) {
      const count = await countOf(reader.read([reader.row(1), row]));
      assert.ok(count === null || count === 2, `${JSON.stringify(row)}: ${count} of 2 rows`);
    }
  });

test('F11 rows are taken out of an answer by the one reader that leaves none out', () => {
  const folders = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const files = folders.filter((path) => /^(?!kit|node_modules)[^/]+\/statement\.ts$/.test(path));
  assert.ok(files.length >= 2, files.join());
  for (const path of files) {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8');
    assert.ok(text.includes('statementRows('), path);
    assert.doesNotMatch(text, /listMember|listFromWire|\.filter\(|flatMap|return null/, path);
  }
});
