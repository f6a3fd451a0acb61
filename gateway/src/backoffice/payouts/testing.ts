// Fixture of the bulk payout tests: a real database and the real writer, two users of one account,
// and a provider that is never called.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createScatteredIds } from '../../platform/db/scattered-ids.ts';
import { registerNodes } from '../../node/doctor/testing/nodes.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { createAddressGuard } from '../../platform/outbound/guard.ts';
import { createDirectory, createAccount } from '../../payments/accounts/index.ts';
import { approve, type Decider, type ApprovalRequestKinds } from '../approvals/index.ts';
import { testCatalogue, testSettings } from '../../payments/catalogue/testing.ts';
import {
  createAnswers,
  createCardVault,
  createProviders,
  startWriter,
  type InitiateDeps,
} from '../../payments/operations/index.ts';
import { unguarded } from '../../payments/operations/testing.ts';
import { loadSecrets, makeSecretKey, type Secrets } from '../../platform/secrets/index.ts';
import {
  findListedBatch,
  listLines,
  payoutApprovalRequest,
  payoutApprovalRequestKind,
  submitPayouts,
  uploadPayouts,
  type LineContext,
  type ListedBatch,
  type ListedLine,
  type PayDeps,
} from './index.ts';

const service = 'OPA_SN_API_CASH_IN';
const catalogue = testCatalogue();
export const kinds: ApprovalRequestKinds = { [payoutApprovalRequest]: payoutApprovalRequestKind };
export const units = (count: number): bigint => BigInt(count) * 10_000n;
/** A phone as a file gives it. */
export const number = (index: number): string => `77${String(1_000_000 + index)}`;
export const some = (count: number, amount = 1_000): string[][] =>
  Array.from({ length: count }, (_, index) => [number(index), String(amount), '', '', 'Awa']);

export const user = (userId: number, accountId = 1): Decider => ({
  userId,
  accountId,
  who: { kind: 'user', userId, email: `p${userId}@x.sn`, address: null, agent: null },
});

export interface PayoutBackOffice {
  deps: PayDeps;
  errors: unknown[];
  /** The context of the account as it is now. */
  context(): Promise<LineContext>;
  upload(
    lines: string[][],
    more?: { replaces?: number; codeService?: string | null; context?: LineContext },
  ): Promise<number>;
  /** Uploaded, submitted by user 1 and approved by user 2. */
  approved(lines: string[][]): Promise<number>;
  batchOf(id: number): Promise<ListedBatch>;
  linesOf(id: number): Promise<ListedLine[]>;
  operations(): Promise<{ external: string; phone: string }[]>;
  close(): Promise<void>;
}

/** Account 1 with 100,000 XOF, and users 1 and 2 of it. */
export async function openPayoutBackOffice(db: TestDatabase): Promise<PayoutBackOffice> {
  const { database } = db;
  await db.sql(`insert into catalogue (document) values ('{"services":[{"code":"${service}"}]}');
    insert into portal_user (email, email_key, name) values ('a', 'a', 'Asker'),
      ('b', 'b', 'Other')`);
  await registerNodes(db, 7);
  const secrets = await createShop(db);
  const errors: unknown[] = [];
  const { deps, close } = openNode(db, secrets, errors);
  const context = async (): Promise<LineContext> => ({
    quote: deps.initiate,
    account: (await deps.directory.byId(1))!,
    catalogue,
    countries: null,
  });
  const upload: PayoutBackOffice['upload'] = async (
    lines,
    { replaces = null, codeService = service, context: given } = {},
  ) => {
    const uploaded = await uploadPayouts(database, user(1).who, given ?? (await context()), {
      accountId: 1,
      madeBy: 1,
      name: 'Salaries',
      fileName: 'salaries.csv',
      replaces,
      codeService,
      fileHash: createHash('sha256').update(JSON.stringify(lines)).digest(),
      table: tableOf(lines),
    });
    assert.ok(uploaded.ok, JSON.stringify(uploaded));
    return uploaded.id;
  };
  const batchOf = async (id: number) =>
    (await findListedBatch(database, id, { accountId: 1, countries: null }))!;
  return {
    deps,
    errors,
    context,
    upload,
    batchOf,
    close,
    linesOf: (id) => listLines(database, id, { show: 'all', after: 0, limit: 1_000 }),
    async approved(lines) {
      const id = await upload(lines);
      const users = { database, kinds };
      assert.deepEqual(
        await submitPayouts(users, user(1), await context(), { batchId: id, accountId: 1 }),
        { ok: true },
      );
      assert.ok((await approve(users, user(2), (await batchOf(id)).approvalRequestId!, null)).ok);
      return id;
    },
    operations: () =>
      database.query({
        name: 'all_operations',
        text: 'select external_id as external, phone from operation order by external_id',
      }),
  };
}

/** Account 1 with 100,000 XOF; every user is a member of it. */
async function createShop(db: TestDatabase): Promise<Secrets> {
  const { database } = db;
  const secrets = await loadSecrets(database, { current: makeSecretKey(), old: [] });
  const account = {
    name: 'Shop',
    currency: 'XOF',
    language: 'fr',
    activate: 'all',
    fundMinor: units(100_000),
  } as const;
  assert.ok((await createAccount(database, secrets, account as never)).ok);
  await db.sql(
    `insert into membership (user_id, side, role, account_id) select id, 'developer', 'finance', 1
      from portal_user`,
  );
  return secrets;
}

/** The rows as they stand in a file below its headings. */
const tableOf = (lines: string[][]) => ({
  form: 'csv' as const,
  sheet: null,
  hiddenRows: 0,
  header: ['Téléphone', 'Montant', 'service', 'Référence', 'Nom'],
  rows: lines.map((cells, index) => ({ line: index + 2, cells, numbers: new Set<number>() })),
});

/**
 * A node that has no places at providers: what it opens stays READY, and the test says what becomes
 * of it.
 */
function openNode(
  { database }: TestDatabase,
  secrets: Secrets,
  errors: unknown[],
): { deps: PayDeps; close(): Promise<void> } {
  const directory = createDirectory(database, secrets);
  const guard = createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] });
  const vault = createCardVault();
  const call = () => Promise.reject(new Error('nobody is called here'));
  const providers = createProviders({
    connectors: testSettings.connectors,
    call,
    vault,
    log: () => {},
    wallNow: Date.now,
    noticeKey: Buffer.from('k'),
    publicUrl: 'http://127.0.0.1',
  });
  const writer = startWriter({
    database,
    node: 7,
    composeCallback: () => assert.fail('no callback was asked for'),
    onCallbacks: () => {},
  });
  const dispatcher = {
    reserve: () => false,
    hasRoom: () => false,
    release() {},
    take: () => assert.fail('nothing is sent here'),
  };
  const initiate = {
    database,
    writer,
    providers,
    vault,
    guard,
    dispatcher,
    answers: createAnswers(),
    sandbox: true,
    holdsLease: () => true,
    sends: unguarded,
    ids: createScatteredIds('operation'),
    catalogue: () => catalogue,
    now: Date.now,
    log: () => {},
  } as unknown as InitiateDeps;
  const deps: PayDeps = {
    database,
    initiate,
    catalogue: () => catalogue,
    refreshCatalogue: async () => {},
    directory: { byId: (id) => directory.byId(id), forget: directory.forget },
    onError: (error) => errors.push(error),
  };
  return { deps, close: () => writer.close() };
}
