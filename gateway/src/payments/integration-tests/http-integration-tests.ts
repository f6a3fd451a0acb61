// Routes of the integration test in the portal: here the gateway posts the callbacks, by the way of
// real ones.

import type { RouteResult } from '@jokko/contract/portal';
import { noteAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mode } from '../../platform/db/mode.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import {
  conflict,
  notFound,
  refuseAddress,
  refuseField,
} from '../../platform/http/portal/refused.ts';
import { createTries } from '../../platform/http/portal/tries.ts';
import { joined } from '../../platform/joined.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { loadAccount, showKey } from '../accounts/index.ts';
import { callbackAddressProblem, type AddressPolicy, type Tester } from '../callbacks/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import {
  certify,
  composeStep,
  continueTest,
  findIntegrationTest,
  insertIntegrationTest,
  listIntegrationTests,
  stepsOf,
  type IntegrationTest,
  type Line,
} from './index.ts';

export interface IntegrationTestHandlersDeps {
  database: Database;
  secrets: Secrets;
  mode: Mode;
  catalogue(): Catalogue;
  receivers: { guard: AddressPolicy['guard']; tester: Pick<Tester, 'sign' | 'post'> };
}

type Shown = RouteResult<'POST integration-tests'>['test'];
type Found = NonNullable<Awaited<ReturnType<typeof continueTest>>>;

const testsPerMinute = 5;
const noProgress = { answers: null, end: false } as const;

export function integrationTestHandlers(deps: IntegrationTestHandlersDeps) {
  const { database } = deps;
  return {
    async 'GET integration-tests/newest'({ caller: { membership } }) {
      if (deps.mode !== 'sandbox') return notFound;
      const [newest] = await listIntegrationTests(database, membership.accountId, 1);
      const found = newest && (await continueTest(database, newest, noProgress, () => null));
      return { ok: true, answer: { test: found ? shown(found) : null } };
    },
    'POST integration-tests': startHandler(deps),
    async 'GET integration-tests/:id/certificate'({ params, caller: { membership } }) {
      const test = await findIntegrationTest(database, membership.accountId, params.id);
      if (test === null || test.certificate === null) return notFound;
      const content = Buffer.from(test.certificate);
      const name = `jokko-certificate-${test.id}.json`;
      return { ok: true, file: { name, type: 'application/json', content } };
    },
    'POST integration-tests/continue': continueHandler(deps),
  } satisfies Partial<Handlers>;
}

function startHandler({
  database,
  mode,
  receivers: { guard },
}: IntegrationTestHandlersDeps): Handlers['POST integration-tests'] {
  const tries = createTries(testsPerMinute, 60_000);
  return async ({ body: { url, order, direction }, caller: { session, membership }, visit }) => {
    const { accountId } = membership;
    const account = await loadAccount(database, accountId);
    if (mode !== 'sandbox' || account === null) return notFound;
    const problem = callbackAddressProblem(url, { guard, httpAllowed: true });
    if (problem !== null) return refuseAddress('url', problem);
    // A test inbox takes whatever comes: what it accepts says nothing of a receiver.
    if (guard.isAnsweredHere(new URL(url))) return refuseField('url', 'notAllowed');
    const waitSeconds = tries.take(accountId);
    if (waitSeconds > 0)
      return { ok: false, refusal: 'tooManyTries', retryAfterSeconds: waitSeconds };
    await noteAudit(database, {
      who: actorOf(session.user, visit),
      action: 'callback.test',
      accountId,
      new: { to: url },
    });
    const test = await insertIntegrationTest(database, {
      accountId,
      madeBy: 'portal',
      receiver: url,
      direction,
      scenarios: null,
      orderId: order ?? null,
    });
    const found = await continueTest(database, test, noProgress, () => null);
    return found === null ? notFound : { ok: true, answer: { test: shown(found) } };
  };
}

/** Calls at the same moment share one posting: a step goes out once. */
function continueHandler(
  deps: IntegrationTestHandlersDeps,
): Handlers['POST integration-tests/continue'] {
  const { database } = deps;
  const goOn = joined(
    async (accountId: number, id: string, language: 'fr' | 'en', end: boolean) => {
      const test = await findIntegrationTest(database, accountId, id);
      if (deps.mode !== 'sandbox' || test === null) return notFound;
      if (test.madeBy !== 'portal') return conflict;
      const step = test.exchanges.length;
      const answered = end ? null : await postStep(deps, test, language);
      const answers = answered === null ? null : { step, answered };
      const account = await loadAccount(database, accountId);
      const found = await continueTest(database, test, { answers, end }, (...of) =>
        certify(deps.secrets.certificateKey(), ...of, account?.name ?? ''),
      );
      return found === null ? notFound : { ok: true as const, answer: { test: shown(found) } };
    },
    (accountId, id, _language, end) => `${accountId} ${end} ${id}`,
  );
  return ({ body: { id, end }, caller: { session, membership } }) =>
    goOn(membership.accountId, id, session.user.language, end);
}

/** Null: nothing is due. */
async function postStep(
  { database, secrets, catalogue, receivers: { tester } }: IntegrationTestHandlersDeps,
  test: IntegrationTest,
  language: 'fr' | 'en',
) {
  const { accountId, receiver: url } = test;
  const apiKey = await showKey(database, secrets, accountId, null);
  const compose = { catalogue, sign: tester.sign };
  const deliveries =
    test.endedAt === null ? await composeStep(compose, test, { language, apiKey }) : null;
  if (deliveries === null) return null;
  const exchanges = await Promise.all(
    deliveries.map((delivery) => tester.post({ accountId, url, ...delivery })),
  );
  return exchanges.map(({ httpStatus, durationMs }) => ({
    status: httpStatus,
    durationMs: Math.round(durationMs),
  }));
}

function shown({ test, lines }: Found): Shown {
  const { id, madeBy, receiver, startedAt, endedAt, exchanges, certificate } = test;
  const remaining = stepsOf(test).length - exchanges.length;
  return {
    id,
    madeBy,
    receiver,
    startedAt,
    endedAt,
    remaining,
    certified: certificate !== null,
    lines: lines.map(({ scenario, result, cause, status }: Line) => ({
      scenario,
      result,
      cause,
      status,
    })),
  };
}
