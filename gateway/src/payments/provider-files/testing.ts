// Fixture of the tests of files: an account with money, orders to a bank that exchanges files over
// a folder, nodes that work on them, and the bank's side of the folder.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paymentConnectors } from '@jokko/connectors';
import { openCaseBackOffice } from '../../backoffice/cases/testing.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { createFileReader } from '../../node/file-reader/index.ts';
import { openPlace } from '../../platform/file-transport/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { createCardVault, createOperationReader, createProviders } from '../operations/index.ts';
import { testOpening, unguarded, units } from '../operations/testing.ts';
import type { FileDeps } from './deps.ts';
import { keepQuestion } from '../provider-inbox/index.ts';
import { listFilesOfDay } from './received-store.ts';
import { createFileRounds } from './rounds.ts';

export const route = 'BANK_SN';
export const account = 'SN08SN0100152000048500003035';

export const bankConfig = {
  transport: 'folder',
  folder: 'bank',
  messageVersion: '001.001.03',
  debtorName: 'JOKKO SARL',
  debtorAccount: account,
  country: 'SN',
  bic: 'JOKKSNDA',
  accountForm: 'iban',
  namesCreditorBank: true,
  chargeBearer: 'SLEV',
  everyMinutes: 0,
  opensAt: '00:00',
  cutOff: '23:59',
  workingDays: '1,2,3,4,5,6,7',
  successStatus: 'ACSC',
  bookable: true,
  sandbox: true,
};

/** Any moment between 00:05 and 23:50, so that the bank is open whenever the test runs. */
const middayMs = Date.parse('2026-11-23T12:00:00Z');

export async function openFileBank(db: TestDatabase, changes: object = {}) {
  const backOffice = await openCaseBackOffice(db);
  const root = await mkdtemp(join(tmpdir(), 'jokko-bank-'));
  const folder = join(root, 'bank');
  const entry = {
    name: route,
    connector: 'bank-file',
    config: { ...bankConfig, ...changes },
    counterparty: 'bank',
    resultWithinMs: 86_400_000,
  };
  const catalogue = {
    version: 1,
    routes: [entry],
    route: (name: string) => (name === route ? entry : undefined),
    service: () => ({ kind: 'bank_transfer', country: 'SN', products: {} }),
  } as unknown as Catalogue;
  const log: string[] = [];
  const depsOf = (node: 7 | 8): FileDeps => ({
    ...nodeDeps(db, catalogue, log),
    node,
    writer: node === 7 ? backOffice.writer : backOffice.other,
    openPlace: (place) => openPlace(place, root),
    fileReader: createFileReader(),
  });
  /** One round of a node; `other`: what is different about it. */
  const round = async (node: 7 | 8 = 7, other: Partial<FileDeps> = {}): Promise<void> => {
    await createFileRounds({ ...depsOf(node), ...other }).runOnce();
  };
  const filesIn = async (name: string): Promise<string[]> =>
    (await readdir(join(folder, name)).catch(() => [])).toSorted();
  return {
    ...backOffice,
    log,
    round,
    depsOf,
    order: (id: number) => openOrder(backOffice.writer, String(1_000_000_000_000 + id)),
    sent: () => filesIn('to-bank'),
    archived: () => filesIn('archive'),
    waiting: () => filesIn('from-bank'),
    readSent: async (name: string) => readFile(join(folder, 'to-bank', name), 'utf8'),
    /** The bank takes a file away. */
    take: (name: string) => rm(join(folder, 'to-bank', name)),
    put: (name: string, bytes: string) => writeFile(join(folder, 'from-bank', name), bytes),
    async close() {
      await backOffice.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
type NodeDeps = Omit<FileDeps, 'node' | 'writer' | 'openPlace' | 'fileReader'>;

const nodeDeps = (db: TestDatabase, catalogue: Catalogue, log: string[]): NodeDeps => ({
  database: db.database,
  reader: createOperationReader(db.database),
  asking: new Map(),
  catalogue: () => catalogue,
  providers: createProviders({
    connectors: paymentConnectors,
    call: () => Promise.reject(new Error('files make no calls')),
    wallNow: () => middayMs,
    vault: createCardVault(),
    log: () => {},
    noticeKey: Buffer.alloc(32),
    publicUrl: 'http://127.0.0.1:1',
    async *statementOfFiles({ route: name, ...source }, day) {
      const files = await listFilesOfDay(db.database, name, day);
      return yield* createFileReader().statement(source, files, day);
    },
  }),
  now: () => middayMs,
  sends: unguarded,
  withMedia: (terms) => Promise.resolve(terms),
  askAgain: (payment, refund) => keepQuestion(db.database, payment, refund),
  holdsLease: () => true,
  log: (level, message) => void log.push(`${level} ${message}`),
});

export type FileBank = Awaited<ReturnType<typeof openFileBank>>;

/** An order of 100 XOF that waits for a file. */
async function openOrder(writer: FileDeps['writer'], id: string): Promise<string> {
  const terms = {
    id,
    externalId: id,
    route,
    codeService: 'BANK_TRANSFER_SN_API_CASH_IN',
    amount: units(100),
    details: {
      extra: {
        type: 'bank' as const,
        rib: 'SN0100152000048500003035',
        firstName: 'Awa',
        lastName: 'Ndiaye',
        email: null,
        description: 'Salaire',
      },
      successUrl: null,
      errorUrl: null,
      sender: null,
    },
  };
  const opened = await writer.open(testOpening(terms, { keepLease: false }));
  if (opened.type !== 'opened') throw new Error(opened.type);
  return id;
}

const references = /<EndToEndId>([0-9A-F]{32})<\/EndToEndId>/g;
/** What the bank reads in a file of ours. */
export const endToEndIdsIn = (file: string): string[] =>
  [...file.matchAll(references)].map(([, id]) => id!);
export const messageIdIn = (file: string): string => /<MsgId>(\w+)<\/MsgId>/.exec(file)![1]!;

/** A pain.002 of the bank: statuses of single transfers, and of the file. */
export function statusFile(
  messageId: string,
  transfers: readonly { id: string; status: string; reason?: string; amount?: string }[],
  ofFile = '',
): string {
  const reason = (code: string | undefined) =>
    code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;
  const rows = transfers.map(
    ({ id, status, reason: code, amount = '100' }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason(code)}
      <OrgnlTxRef><Amt><InstdAmt Ccy="XOF">${amount}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`,
  );
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>R1</MsgId></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId>${ofFile}</OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${rows.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
}

/** A camt.054: the money of a transfer is back on our account. */
export const returnFile = (id: string): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02"><BkToCstmrDbtCdtNtfctn><Ntfctn><Id>N1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>
  <Ntry><Amt Ccy="XOF">100</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><NtryDtls><TxDtls>
  <Refs><EndToEndId>${id}</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
