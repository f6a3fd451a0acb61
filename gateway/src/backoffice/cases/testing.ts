// Fixture of the case tests: an account with money, operations whose outcome is lost or
// contradicted, made by a real writer, and two users.

import {
  approve,
  type Decided,
  type Decider,
  type ApprovalRequestDeps,
} from '../approvals/index.ts';
import { composeCallback, type CallbackWrite } from '../../payments/callbacks/index.ts';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import { fundAccount } from '../../payments/ledger/index.ts';
import type { OperationEvent } from '../../payments/operations/model/commands.ts';
import type {
  Attempt,
  OperationTerms,
  Operation,
} from '../../payments/operations/model/operation.ts';
import { testAdvance, testAttempt, testOpening, units } from '../../payments/operations/testing.ts';
import { startWriter } from '../../payments/operations/writer/writer.ts';
import { plainDocuments } from '../../node/portal/testing/documents.ts';
import { createApprovalRequestKinds } from '../../node/start/approval-kinds.ts';
import { registerNodes } from '../../node/doctor/testing/nodes.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { readStanding, resolveOutcome } from './resolve.ts';

export const refs = { ours: 'ref-1', theirs: 'P-77' };

export function decider(userId: number): Decider {
  return {
    userId,
    who: { kind: 'user', userId, email: `p${userId}@x.sn`, address: null, agent: null },
  };
}

type Writer = ReturnType<typeof startWriter>;

/** Account 1 with 1000 XOF, users 1 and 2, and writers of two nodes. */
export async function openCaseBackOffice(db: TestDatabase) {
  const { database } = db;
  const catalogue = testCatalogue();
  const reported: CallbackWrite[] = [];
  const writerOf = (node: number) =>
    startWriter({
      database,
      node,
      composeCallback: (terms) => ({ ...composeCallback(catalogue, terms), leaseOwner: null }),
      onCallbacks: (callbacks) => reported.push(...callbacks),
    });
  const [writer, other] = [writerOf(7), writerOf(8)];
  const resolveDeps = { database, writer, catalogue: () => catalogue };
  const kinds = createApprovalRequestKinds({
    documents: plainDocuments,
    resolve: (approvalRequest) => resolveOutcome(resolveDeps, approvalRequest),
    refund: () => Promise.reject(new Error('nothing is refunded here')),
  });
  const approvalRequests: ApprovalRequestDeps = { database, kinds };
  await seed(db);
  const lifecycle = createLifecycle(writer);
  const attemptOf = async ({ terms }: Operation) =>
    (await readStanding(database, { accountId: terms.accountId, id: terms.id }))!.attempt;
  return {
    attemptOf,
    approvalRequests,
    kinds,
    resolveDeps,
    writer,
    other,
    reported,
    ...lifecycle,
    approve: (approvalRequestId: number): Promise<Decided> =>
      approve(approvalRequests, decider(2), approvalRequestId, null),
    close: () => Promise.all([writer.close(), other.close()]),
  };
}
export type CaseBackOffice = Awaited<ReturnType<typeof openCaseBackOffice>>;

/** Account 1 with 1000 XOF, and two users with a seat on either side. */
async function seed(db: TestDatabase): Promise<void> {
  await db.sql(`
    insert into catalogue (document) select '{}' where not exists (select from catalogue);
    insert into portal_user (email, email_key, name) values ('a', 'a', 'Awa'), ('b', 'b', 'Moussa');
    insert into account (name, webhook_secret_sealed) values ('Teranga', '');
    insert into membership (user_id, side, role, account_id) select p.id, s.side, 'finance',
      s.account
      from portal_user p, (values ('operator', null), ('developer', 1)) as s (side, account)`);
  await registerNodes(db, 7, 8);
  await fundAccount(db.database, {
    accountId: 1,
    currency: 'XOF',
    amountMinor: units(1_000),
    note: '',
  });
}

/** A provider gives each operation a reference of its own. */
function namedFor({ terms }: Operation, operationEvent: OperationEvent): OperationEvent {
  return 'refs' in operationEvent && operationEvent.refs.theirs === refs.theirs
    ? { ...operationEvent, refs: { ...refs, theirs: `P-${terms.id}` } }
    : operationEvent;
}

/** Operations of account 1, opened and moved on by a writer. */
function createLifecycle(writer: Writer) {
  let count = 0;

  async function open(terms: Partial<OperationTerms> = {}): Promise<Operation> {
    const id = String(1_000_000_000_000 + ++count);
    const given = {
      id,
      externalId: id,
      callbackUrl: 'https://shop.example/',
      callbackHash: '00',
      ...terms,
    };
    const opened = await writer.open(testOpening(given, { attempt: testAttempt() }));
    if (opened.type !== 'opened') throw new Error(opened.type);
    return opened.operation;
  }
  async function advance(
    operation: Operation,
    operationEvent: OperationEvent,
    attempt: Attempt,
    by = writer,
  ): Promise<Attempt> {
    const result = await by.advance({
      ...testAdvance(namedFor(operation, operationEvent), attempt),
      terms: operation.terms,
    });
    return result.type === 'advanced' && result.attempt !== null ? result.attempt : attempt;
  }
  /** One whose provider's answer got lost. */
  async function lose(terms: Partial<OperationTerms> = {}) {
    const operation = await open(terms);
    const lost: OperationEvent = {
      type: 'lose_answer',
      refs: { ours: 'ref-1' },
      cause: 'timeout',
      nextStepInMs: 5_000,
    };
    return { operation, attempt: await advance(operation, lost, testAttempt()) };
  }
  /** One that ended as `first` and of which the provider says `then`. */
  async function contradict(
    terms: Partial<OperationTerms>,
    first: OperationEvent,
    then: OperationEvent,
  ) {
    const operation = await open(terms);
    const attempt = await advance(operation, first, testAttempt());
    await advance(operation, then, attempt);
    return operation;
  }
  return { open, advance, lose, contradict };
}
