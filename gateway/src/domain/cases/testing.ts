// What do tests of cases begin with? An account with money, operations whose outcome is lost or contradicted, made by a real writer, and two persons.

import { approve, type Decided, type Decider, type WishDeps } from '../approvals/index.ts';
import { composeCallback, type CallbackWrite } from '../callbacks/index.ts';
import { testCatalogue } from '../catalogue/testing.ts';
import { fundAccount } from '../ledger/index.ts';
import type { Happening } from '../operations/commands.ts';
import type { Attempt, Facts, Operation } from '../operations/operation.ts';
import { testAdvance, testAttempt, testOpening, units } from '../operations/testing.ts';
import { startWriter } from '../operations/writer.ts';
import { createWishKinds } from '../../wish-kinds.ts';
import type { TestDatabase } from '../../doctor/testing/postgres.ts';
import { readStanding, resolveOutcome } from './resolve.ts';

export const refs = { ours: 'ref-1', theirs: 'P-77' };

export function decider(personId: number): Decider {
  return { personId, who: { kind: 'person', personId, email: `p${personId}@x.sn`, address: null, agent: null } };
}

/** Account 1 with 1000 XOF, persons 1 and 2, and writers of two nodes. */
export async function openCaseDesk(db: TestDatabase) {
  const { database } = db;
  const catalogue = testCatalogue();
  const told: CallbackWrite[] = [];
  const writerOf = (node: number) =>
    startWriter({
      database,
      node,
      composeCallback: (facts) => ({ ...composeCallback(catalogue, facts), leaseOwner: null }),
      onCallbacks: (callbacks) => told.push(...callbacks),
    });
  const [writer, other] = [writerOf(7), writerOf(8)];
  const resolveDeps = { database, writer, catalogue: () => catalogue };
  const kinds = createWishKinds({
    documents: [],
    resolve: (wish) => resolveOutcome(resolveDeps, wish),
    refund: () => Promise.reject(new Error('nothing is refunded here')),
  });
  const wishes: WishDeps = { database, kinds };
  await db.sql(`
    insert into catalogue (document) select '{}' where not exists (select from catalogue);
    insert into person (email, email_key, name) values ('a', 'a', 'Awa'), ('b', 'b', 'Moussa');
    insert into account (name, webhook_secret_sealed) values ('Teranga', '');
    insert into membership (person_id, side, role, account_id) select p.id, s.side, 'finance', s.account
      from person p, (values ('operator', null), ('developer', 1)) as s (side, account)`);
  await fundAccount(database, { accountId: 1, currency: 'XOF', amountMinor: units(1_000), note: '' });
  let count = 0;

  async function open(facts: Partial<Facts> = {}): Promise<Operation> {
    const id = String(1_000_000_000_000 + ++count);
    const given = { id, externalId: id, callbackUrl: 'https://shop.example/', callbackHash: '00', ...facts };
    const opened = await writer.open(testOpening(given, { attempt: testAttempt() }));
    if (opened.type !== 'opened') throw new Error(opened.type);
    return opened.operation;
  }
  async function advance(operation: Operation, happening: Happening, attempt: Attempt, by = writer): Promise<Attempt> {
    const result = await by.advance({ ...testAdvance(happening, attempt), facts: operation.facts });
    return result.type === 'advanced' && result.attempt !== null ? result.attempt : attempt;
  }
  /** One whose provider's answer got lost. */
  async function lose(facts: Partial<Facts> = {}) {
    const operation = await open(facts);
    const lost: Happening = { type: 'lose', refs: { ours: 'ref-1' }, cause: 'timeout', nextStepInMs: 5_000 };
    return { operation, attempt: await advance(operation, lost, testAttempt()) };
  }
  /** One that ended as `first` and of which the provider says `then`. */
  async function contradict(facts: Partial<Facts>, first: Happening, then: Happening) {
    const operation = await open(facts);
    const attempt = await advance(operation, first, testAttempt());
    await advance(operation, then, attempt);
    return operation;
  }
  const attemptOf = async ({ facts }: Operation) => (await readStanding(database, { accountId: facts.accountId, id: facts.id }))!.attempt;
  return {
    ...{ attemptOf, wishes, kinds, resolveDeps, writer, other, told, open, advance, lose, contradict },
    approve: (wishId: number): Promise<Decided> => approve(wishes, decider(2), wishId, null),
    close: () => Promise.all([writer.close(), other.close()]),
  };
}
export type CaseDesk = Awaited<ReturnType<typeof openCaseDesk>>;
