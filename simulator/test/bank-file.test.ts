// Proves that what the bank writes are messages of ISO 20022 as their schemas have them: elements
// in their order, the mandatory ones there, and statements whose balances add up, from day to day.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { parseAmount } from '../src/core/money.ts';
import { at, readElement, textAt } from '../src/bank-file/xml.ts';
import type { Element } from '../src/bank-file/xml.ts';
import { newFolder, startProvider } from './provider.ts';

/** Children by the path of their parent, as far as the schemas go that we write; `!`: mandatory. */
const schemas: { readonly [parent: string]: string } = {
  'pain.002.001.03': 'CstmrPmtStsRpt!',
  CstmrPmtStsRpt: 'GrpHdr! OrgnlGrpInfAndSts! OrgnlPmtInfAndSts',
  'CstmrPmtStsRpt/GrpHdr': 'MsgId! CreDtTm! InitgPty FwdgAgt DbtrAgt CdtrAgt',
  OrgnlGrpInfAndSts:
    'OrgnlMsgId! OrgnlMsgNmId! OrgnlCreDtTm OrgnlNbOfTxs OrgnlCtrlSum GrpSts StsRsnInf NbOfTxsPerSts',
  OrgnlPmtInfAndSts:
    'OrgnlPmtInfId! OrgnlNbOfTxs OrgnlCtrlSum PmtInfSts StsRsnInf NbOfTxsPerSts TxInfAndSts',
  TxInfAndSts:
    'StsId OrgnlInstrId OrgnlEndToEndId TxSts StsRsnInf ChrgsInf AccptncDtTm AcctSvcrRef ClrSysRef OrgnlTxRef',
  StsRsnInf: 'Orgtr Rsn AddtlInf',
  'camt.053.001.02': 'BkToCstmrStmt!',
  BkToCstmrStmt: 'GrpHdr! Stmt!',
  'camt.054.001.02': 'BkToCstmrDbtCdtNtfctn!',
  BkToCstmrDbtCdtNtfctn: 'GrpHdr! Ntfctn!',
  GrpHdr: 'MsgId! CreDtTm! MsgRcpt MsgPgntn AddtlInf',
  Stmt: 'Id! ElctrncSeqNb LglSeqNb CreDtTm! FrToDt CpyDplctInd RptgSrc Acct! RltdAcct Intrst Bal! TxsSummry Ntry AddtlStmtInf',
  Ntfctn:
    'Id! ElctrncSeqNb LglSeqNb CreDtTm! FrToDt CpyDplctInd RptgSrc Acct! RltdAcct Intrst TxsSummry Ntry AddtlNtfctnInf',
  FrToDt: 'FrDtTm! ToDtTm!',
  Acct: 'Id! Tp Ccy Nm Ownr Svcr',
  Bal: 'Tp! CdtLine Amt! CdtDbtInd! Dt! Avlbty',
  Ntry: 'NtryRef Amt! CdtDbtInd! RvslInd Sts! BookgDt ValDt AcctSvcrRef Avlbty BkTxCd! ComssnWvrInd AddtlInfInd AmtDtls Chrgs TechInptChanl Intrst NtryDtls AddtlNtryInf',
  Domn: 'Cd! Fmly!',
  Fmly: 'Cd! SubFmlyCd!',
  Chrgs: 'TtlChrgsAndTaxAmt Amt! CdtDbtInd Tp Rate Br Pty Tax',
  NtryDtls: 'Btch TxDtls',
  TxDtls:
    'Refs AmtDtls Avlbty BkTxCd Chrgs Intrst RltdPties RltdAgts Purp RltdRmtInf RmtInf RltdDts RltdPric RltdQties FinInstrmId Tax RtrInf CorpActn SfkpgAcct AddtlTxInf',
  Refs: 'MsgId AcctSvcrRef PmtInfId InstrId EndToEndId TxId MndtId ChqNb ClrSysRef Prtry',
  RtrInf: 'OrgnlBkTxCd Orgtr Rsn AddtlInf',
};

/** What the schema of its message does not allow. */
function faultsOf(element: Element, parent = ''): string[] {
  const path = `${parent}/${element.name}`;
  const xmlns = element.attributes['xmlns'] ?? '';
  const keys = [xmlns.split(':').at(-1)!, path.split('/').slice(-2).join('/'), element.name];
  const known = keys.map((key) => schemas[key]).find((each) => each !== undefined);
  const expected = known?.split(' ') ?? [];
  const places = element.children.map(({ name }) =>
    expected.findIndex((each) => each.replace('!', '') === name),
  );
  const isInOrder = places.every((place, index) => place >= Math.max(0, ...places.slice(0, index)));
  const missing = expected.filter(
    (each) => each.endsWith('!') && !element.children.some(({ name }) => `${name}!` === each),
  );
  return [
    ...(known !== undefined && !isInOrder ? [`${path}: order`] : []),
    ...missing.map((name) => `${path}: no ${name}`),
    ...(element.children.length === 0 && element.text.trim() === '' ? [`${path}: empty`] : []),
    ...(/Id$|Ref$/.test(element.name) && element.text.length > 35 ? [`${path}: long`] : []),
    ...element.children.flatMap((child) => faultsOf(child, path)),
  ];
}

const account = 'SN08SN0100152000048500003035';
const endToEnd = (digits: string): string => `0000000000000000000000000000${digits}`;

function paymentFile(messageId: string, digits: readonly string[], amount = '10000'): string {
  const transfers = digits.map(
    (each) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${endToEnd(each)}</EndToEndId></PmtId><Amt><InstdAmt Ccy="XOF">${amount}</InstdAmt></Amt><Cdtr><Nm>A</Nm></Cdtr><CdtrAcct><Id><Othr><Id>SN0120123412345678${each}00</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>`,
  );
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn><GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-28T08:00:00Z</CreDtTm><NbOfTxs>${digits.length}</NbOfTxs><InitgPty><Nm>J</Nm></InitgPty></GrpHdr><PmtInf><PmtInfId>${messageId}</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt>2026-11-28</ReqdExctnDt><Dbtr><Nm>J</Nm></Dbtr><DbtrAcct><Id><IBAN>${account}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BIC>JOKKSNDA</BIC></FinInstnId></DbtrAgt>${transfers.join('')}</PmtInf></CstmrCdtTrfInitn></Document>`;
}

async function openBank(t: TestContext, dataDir = newFolder(t)) {
  const provider = await startProvider(t, { dataDir });
  const folder = join(dataDir, 'bank');
  return {
    provider,
    /** Second by second: the bank looks for files, and what it takes is done later. */
    async work(seconds = 8): Promise<void> {
      for (let second = 0; second < seconds; second += 1) await provider.advance(1);
    },
    /** Until its statements are there. */
    async nextDay(): Promise<void> {
      await provider.advance(86_400);
      await provider.advance(1);
    },
    put(name: string, text: string): void {
      mkdirSync(join(folder, 'to-bank'), { recursive: true });
      writeFileSync(join(folder, 'to-bank', `${name}.xml`), text);
    },
    /** Oldest first. */
    files(kind: string): Element[] {
      const from = join(folder, 'from-bank');
      return (existsSync(from) ? readdirSync(from) : [])
        .filter((name) => name.startsWith(kind))
        .toSorted()
        .map((name) => readElement(readFileSync(join(from, name), 'utf8'))!);
    },
  };
}

const signed = (element: Element): bigint =>
  parseAmount(textAt(element, 'Amt'))! * (textAt(element, 'CdtDbtInd') === 'CRDT' ? 1n : -1n);

/** Opening balance, what its entries move, closing balance. */
function balancesOf(statement: Element): [opening: bigint, moved: bigint, closing: bigint] {
  const stated = at(statement, 'BkToCstmrStmt', 'Stmt')!;
  const held = (code: string): bigint =>
    signed(stated.children.find((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code)!);
  const entries = stated.children.filter(({ name }) => name === 'Ntry');
  return [held('OPBD'), entries.reduce((sum, each) => sum + signed(each), 0n), held('CLBD')];
}

test('reports, notices and statements are valid by the order of the schema', async (t) => {
  const bank = await openBank(t);
  bank.put(
    'a',
    paymentFile('FILE1', ['0001', '9053', '9001', '0056', '0051', '8011', '8015', '8017']),
  );
  bank.put('b', paymentFile('', ['0002']));
  await bank.work();
  await bank.nextDay();
  const files = ['pain002', 'camt054', 'camt053'].map((kind) => bank.files(kind));
  assert.ok(files.every((each) => each.length > 0));
  for (const file of files.flat()) assert.deepEqual(faultsOf(file), []);
  const [report] = bank.files('pain002');
  assert.equal(
    textAt(report, 'CstmrPmtStsRpt', 'GrpHdr', 'InitgPty', 'Nm'),
    'SIMULATED BANK',
    'libraries ask for it',
  );
  const [statement] = bank.files('camt053');
  const servicer = at(statement, 'BkToCstmrStmt', 'Stmt', 'Acct', 'Svcr', 'FinInstnId', 'BIC');
  assert.ok(servicer, 'libraries ask for it');
});

test('a file that is taken: RCVD, ACTC, ACSP; PART with a status of each where one waits (55)', async (t) => {
  const bank = await openBank(t);
  bank.put('a', paymentFile('FILE1', ['0001']));
  bank.put('b', paymentFile('FILE2', ['0055', '0002', '9001']));
  await bank.work(5);
  const told = (messageId: string) =>
    bank
      .files('pain002')
      .filter((file) => textAt(file, ...report, 'OrgnlGrpInfAndSts', 'OrgnlMsgId') === messageId)
      .map((file) => [
        textAt(file, ...report, 'OrgnlGrpInfAndSts', 'GrpSts'),
        ...(at(file, ...report, 'OrgnlPmtInfAndSts')?.children ?? [])
          .filter(({ name }) => name === 'TxInfAndSts')
          .map((row) => `${textAt(row, 'OrgnlEndToEndId')?.slice(-4)} ${textAt(row, 'TxSts')}`),
      ]);
  const groups = told('FILE1').map(([group]) => group ?? '');
  assert.deepEqual(
    groups.filter((group) => group !== ''),
    ['RCVD', 'ACTC', 'ACSP'],
  );
  const taken = told('FILE2').find((each) => each.includes('0055 PDNG'));
  assert.deepEqual(taken, ['PART', '0055 PDNG', '0002 ACSP', '9001 ACSP']);
  await bank.work(20);
  assert.deepEqual(told('FILE2').at(-1)?.at(-1), '0055 ACSC');
  for (const file of bank.files('pain002')) assert.deepEqual(faultsOf(file), []);
});

const report = ['CstmrPmtStsRpt'] as const;

test('balances add up over the entries, and open where the last statement closed', async (t) => {
  const dataDir = newFolder(t);
  const first = await openBank(t, dataDir);
  const digits = ['0001', '9053', '0056', '8011', '8012', '8013', '8014', '8015', '8016', '8017'];
  first.put('a', paymentFile('FILE1', digits));
  await first.work();
  await first.nextDay();
  await first.provider.close();
  const second = await openBank(t, dataDir);
  second.put('b', paymentFile('FILE2', ['0003'], '999999999'));
  await second.work();
  await second.nextDay();
  await second.nextDay();
  const statements = second.files('camt053').map(balancesOf);
  assert.equal(statements.length, 3);
  for (const [index, [opening, moved, closing]] of statements.entries()) {
    assert.equal(opening + moved, closing);
    assert.equal(opening, statements[index - 1]?.[2] ?? 1_000_000_000n * 10_000n);
  }
  const [, afterFirst, last] = statements;
  assert.ok(statements[0]![1] < 0n && afterFirst![1] < 0n, 'each of both days moved something');
  assert.ok(last![2] < 0n, 'an account can be overdrawn');
});

test('an account of a folder that an earlier version wrote gets its first balance', async (t) => {
  const dataDir = newFolder(t);
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const kept = { reports: 4, statementDay: day, accounts: [account] };
  writeFileSync(join(dataDir, 'bank.json'), JSON.stringify(kept));
  const bank = await openBank(t, dataDir);
  await bank.nextDay();
  const [statement] = bank.files('camt053');
  assert.equal(textAt(statement, 'BkToCstmrStmt', 'Stmt', 'Id'), 'REP000000005');
  assert.deepEqual(balancesOf(statement!), [10_000_000_000_000n, 0n, 10_000_000_000_000n]);
});
