// Proves that a bank's message becomes the rows of a table: where each stands, which amounts are
// empty, and what of the message cannot be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBank, type BankTask } from './read-bank.ts';

const swift = (opening: string[], ...entries: string[]): string =>
  [':20:S', ':25:SN08', ':28C:1/1', ...opening, ...entries, ':62F:C261120XOF1500,', '-'].join(
    '\r\n',
  );
const credit = ':61:2611191119C500,NTRFpay-1//B1';
const stated = [':60F:C261118XOF1000,'];
const camt =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>' +
  '<Acct><Id><IBAN>SN09</IBAN></Id></Acct><Ntry><Amt Ccy="XOF">500</Amt><CdtDbtInd>CRDT</CdtDbtInd>' +
  '<BookgDt><Dt>2026-11-19</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>';

const read = (text: string, form: BankTask['form'] = 'mt940') =>
  readBank({ bytes: Buffer.from(text), form, utcOffsetMinutes: 0 });
function rowsOf(text: string, form?: BankTask['form']) {
  const answer = read(text, form)(100);
  assert.ok('rows' in answer, JSON.stringify(answer));
  return answer.rows.map(({ line, cells }) => [line, ...cells]);
}

test('F11 a bank’s account, balances, headings and rows stand in lines 1, 2 and 3, its rows below as they stand in it', () => {
  const [account, balances, headings, ...rows] = rowsOf(swift(stated, credit, credit));
  assert.deepEqual(account, [1, 'account', 'SN08']);
  assert.deepEqual(balances, [2, 'opening', '1000', 'closing', '1500']);
  assert.deepEqual(headings!.slice(0, 3), [3, 'our_reference', 'bank_reference']);
  assert.deepEqual(
    rows.map(([line, ours, theirs, direction, amount]) => [line, ours, theirs, direction, amount]),
    [
      [8, 'pay-1', 'B1', 'in', '500'],
      [9, 'pay-1', 'B1/2', 'in', '500'],
    ],
  );
});

test('F11 a balance that a bank does not state is empty', () => {
  assert.deepEqual(rowsOf(camt, 'camt')[1], [2, 'opening', '', 'closing', '']);
});

test('F11 so many rows of a bank’s message are told as are asked for, and with the last its account', () => {
  const take = read(swift(stated, credit));
  const two = take(2);
  assert.ok('rows' in two && two.rows.length === 2 && two.end === null);
  const rest = take(3);
  assert.ok('rows' in rest);
  assert.deepEqual([rest.rows.map(({ line }) => line), rest.end?.account], [[3, 8], 'SN08']);
});

test('F11 what of a bank’s message cannot be read is named with its place', () => {
  const answer = read(swift(stated, ':61:2611191119Csept,NTRFpay-1'))(1);
  assert.ok('problem' in answer);
  assert.match(answer.problem, /^bank_\w+: line \d+$/);
});
