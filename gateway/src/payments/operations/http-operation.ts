// POST operation: initiate a transaction of any service.

import {
  codes,
  defined,
  nearestWord,
  operationEndpoint,
  suggestions,
  texts,
} from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import { errorCodeAndText } from '../catalogue/index.ts';
import { withFileHashed } from './admission/hash-file.ts';
import { initiate, type InitiateDeps } from './admission/initiate.ts';
import { mayAwaitProvider, type Initiated, type Order } from './admission/opening.ts';
import { presentOperation, type PresentContext } from './http-present.ts';
import type { LostAnswers } from '../integration-tests/index.ts';
import { parseStrictJson } from '../../platform/http/guards/strict-json.ts';
import { invalidFields, routeDown } from '../api/http-refusal.ts';
import {
  envelopeForm,
  malformed,
  refusal,
  refusalOfField,
  type Refusal,
} from '../../platform/http/http-refusal.ts';
import { whyNotValid } from '../api/http-key.ts';
import type { CallReply } from '../api/http-call-reply.ts';
import type { EndpointDeps, MovableCall } from '../api/http-endpoint.ts';
import { implementMovable } from '../api/http-implement.ts';

/** Another node that has not answered by then is most likely cut off from the database. */
const ownerMaxMs = 1_000;
/**
 * Where that one waits for its provider first: 4 s for a page (opening.ts), 3 s for a quote
 * (remittance-quote.ts).
 */
const ownerOfSlowMaxMs = 5_000;

/** A restored database is put right by hand: to call again every second would not help. */
const closedRetrySeconds = 30;

export const implementOperation = (
  deps: OrderingDeps & {
    initiate: InitiateDeps;
    publicUrl: string;
    /** Null outside the sandbox. */
    lostAnswers: LostAnswers | null;
  },
) =>
  implementMovable(operationEndpoint, {
    refusalForm: envelopeForm,
    mayBeLarge: true,
    load: 'change',
    ownerMaxMs: ({ codeService }) =>
      mayAwaitProvider(deps.initiate, deps.catalogue(), codeService)
        ? ownerOfSlowMaxMs
        : ownerMaxMs,
    handle: (call) =>
      answerOrder(
        deps,
        call,
        (order) => initiate(deps.initiate, order),
        async (initiated, { account, catalogue }) => {
          const { operation } = initiated;
          const first = initiated.type === 'opened';
          const left = (): void => deps.initiate.answers.leave(operation.terms.id);
          if (first) whenGone(call.reply.raw, left);
          const { body } = call;
          await deps.lostAnswers?.before({ accountId: account.id, body, initiated, left });
          const context: PresentContext = {
            catalogue,
            language: account.language,
            publicUrl: call.publicUrl ?? deps.publicUrl,
            account,
          };
          return presentOperation(operation, context, first);
        },
      ),
  });

/**
 * `data` as text is JSON of the same body, so it is read as strictly (rule H5). Text that is no
 * JSON at all is the form check's.
 */
function dataRefusal({ body: { data }, account: { language } }: MovableCall): Refusal | null {
  if (typeof data !== 'string') return null;
  const parsed = parseStrictJson(data);
  if (parsed.ok || parsed.problem.type === 'notJson') return null;
  const refused = malformed(parsed.problem, language);
  return { ...refused, errors: [{ field: 'data', message: refused.msg }] };
}

export type OrderingDeps = EndpointDeps & { refreshCatalogue(): Promise<void> };

/** What an order is refused with. */
type NotOpened = Exclude<Initiated, { type: 'opened' | 'replayed' | 'stale' }>;

/**
 * Answers the body of an order: `run` is called again with fresh copies while account or catalogue
 * have changed, and what it brings is presented, or refused as `operation` refuses it.
 */
export async function answerOrder<Done extends { type: string }, Body extends object>(
  deps: OrderingDeps,
  call: MovableCall,
  run: (order: Order) => Promise<Done | NotOpened | { type: 'stale' }>,
  present: (done: Done, copies: Pick<Order, 'account' | 'catalogue'>) => Body | Promise<Body>,
): Promise<{ refused: Refusal } | { body: Body }> {
  const unreadable = dataRefusal(call);
  if (unreadable !== null) return { refused: unreadable };
  const hashed = await withFileHashed(call.body);
  const asked = { body: hashed.body, apiKey: call.apiKey, ...defined({ file: hashed.file }) };
  let { account } = call;
  for (;;) {
    const catalogue = deps.catalogue();
    const done = await run({ ...asked, account, catalogue });
    if (done.type === 'stale') {
      deps.directory.forget(account.id);
      await deps.refreshCatalogue();
      const fresh = await deps.directory.byKey(call.apiKey);
      if (fresh.type === 'notNow')
        throw new Error('a key was not looked up without being asked whether it may be');
      if (fresh.type !== 'valid')
        return { refused: refusal(codes.badKey, whyNotValid(fresh, account.language)) };
      account = fresh.account;
      continue;
    }
    if (!isNotOpened(done)) return { body: await present(done as Done, { account, catalogue }) };
    if (done.type === 'closed') call.reply.header('retry-after', closedRetrySeconds);
    return { refused: refusalOf(done, call, account, deps) };
  }
}

const refusals = {
  invalid: true,
  unknownService: true,
  notActivated: true,
  routeDown: true,
  closed: true,
  suspended: true,
  conflict: true,
  notListed: true,
  otherAmount: true,
  otherAmountThanRecord: true,
  paid: true,
} satisfies { [type in NotOpened['type']]: true };
const isNotOpened = (done: { type: string }): done is NotOpened => done.type in refusals;

/**
 * Once the answer has left, or its reader; a client that went away before is never heard of again.
 */
function whenGone(answer: CallReply['raw'], run: () => void): void {
  if (answer.closed) run();
  else answer.once('close', run);
}

/**
 * The nearest of the account's own services, in the same direction: nobody is led to pay out who
 * wants to collect.
 */
function serviceMeant(given: string, { language, services }: Account): string | null {
  const direction = /CASH_?(IN|OUT)/i.exec(given)?.[1]?.toUpperCase();
  const known = [...services.keys()].filter(
    (code) => direction === undefined || code.includes(`CASH_${direction}`),
  );
  const meant = nearestWord(given, known);
  return meant === null ? null : suggestions[language].didYouMean(meant);
}

function refusalOf(
  initiated: NotOpened,
  { body }: MovableCall,
  account: Account,
  deps: Pick<EndpointDeps, 'catalogue'>,
): Refusal {
  const { language } = account;
  const say = texts[language];
  const billReference = String(body['billReference']);
  switch (initiated.type) {
    case 'invalid':
      return invalidFields(initiated.faults, language, {
        catalogue: deps.catalogue(),
        codeService: initiated.codeService,
        errorId: initiated.errorId,
      });
    case 'unknownService':
      return refusalOfField(
        codes.notFound,
        'codeService',
        say.unknownService({ codeService: initiated.codeService }),
        serviceMeant(initiated.codeService, account),
      );
    case 'notActivated':
      return refusal(
        codes.notActivated,
        say.serviceNotActivated({ codeService: initiated.codeService }),
      );
    case 'routeDown':
      return routeDown(deps.catalogue(), String(body['codeService']), language);
    case 'closed':
      return refusal(codes.internal, errorCodeAndText(deps.catalogue(), null, language).text);
    case 'suspended':
      return refusal(codes.notActivated, say.accountSuspended());
    case 'conflict':
      return refusal(
        codes.conflict,
        say.conflict({ externalTransactionId: String(body['externalTransactionId']) }),
      );
    case 'notListed':
      return refusal(codes.notFound, say.billNotListed({ billReference }));
    case 'otherAmount':
      return invalidFields([{ field: 'amount', problem: 'differsFromBill' }], language);
    case 'otherAmountThanRecord':
      return invalidFields([{ field: 'amount', problem: 'differsFromRecord' }], language);
    case 'paid':
      return refusal(codes.refused, say.billAlreadyPaid({ billReference }));
  }
}
