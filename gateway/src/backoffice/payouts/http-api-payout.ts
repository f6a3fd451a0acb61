// GET payouts/{payoutId}, its lines, and POST pause, resume, cancel: batches that the account made
// by API.

import {
  codes,
  payoutEndpoint,
  payoutLinesEndpoint,
  payoutLineStates,
  payoutLinesLimitDefault,
  payoutLinesLimitMax,
  payoutMoveEndpointOf,
  payoutMoves,
  texts,
  type FieldFault,
  type PayoutMove,
} from '@jokko/contract';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { success } from '../../payments/api/http-answer.ts';
import type { Call, PaymentsEndpoint } from '../../payments/api/http-endpoint.ts';
import { implementUnchecked, type CallTo } from '../../payments/api/http-implement.ts';
import { otherServiceRefusal } from '../../payments/api/http-key.ts';
import { invalidFields } from '../../payments/api/http-refusal.ts';
import {
  cancelByApi,
  findListedBatch,
  listLines,
  otherServiceOf,
  pausePayouts,
  presentBatch,
  presentLine,
  resumePayouts,
  type LinesShown,
  type ListedBatch,
} from './index.ts';
import { whoCalls, type ApiPayoutDeps } from './http-api-payouts.ts';

const controls = { pause: pausePayouts, resume: resumePayouts, cancel: cancelByApi };

export const implementPayout = (deps: ApiPayoutDeps): PaymentsEndpoint[] => [
  implementRead(deps),
  implementLines(deps),
  ...payoutMoves.map((move) => implementMove(deps, move)),
];

/** Finds a batch of the account that was made by API; null: there is none of this id. */
async function findBatch(
  { database }: ApiPayoutDeps,
  { account, params: { payoutId } }: Pick<CallTo<typeof payoutEndpoint>, 'account' | 'params'>,
): Promise<ListedBatch | null> {
  if (!/^[1-9]\d{0,8}$/.test(payoutId)) return null;
  const of = { accountId: account.id, countries: null };
  const batch = await findListedBatch(database, Number(payoutId), of);
  return batch?.keyId === null ? null : batch;
}

const done = <Data>({ account }: Pick<Call, 'account'>, data: Data) =>
  success(texts[account.language].success(), data);
const unknown = ({ account }: Pick<Call, 'account'>) => ({
  refused: refusal(codes.notFound, texts[account.language].unknownPayout()),
});

const implementRead = (deps: ApiPayoutDeps) =>
  implementUnchecked(payoutEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    async handle(call) {
      const batch = await findBatch(deps, call);
      return batch === null ? unknown(call) : done(call, presentBatch(batch));
    },
  });

const implementLines = (deps: ApiPayoutDeps) =>
  implementUnchecked(payoutLinesEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    async handle(call) {
      const { account, reply } = call;
      const asked = readQuery(reply.request.query as Query);
      if ('field' in asked) return { refused: invalidFields([asked], account.language) };
      const batch = await findBatch(deps, call);
      if (batch === null) return unknown(call);
      const { limit } = asked;
      const rows = await listLines(deps.database, batch.id, { ...asked, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const inWords = { catalogue: deps.catalogue(), language: account.language };
      return done(call, {
        lines: shown.map((line) => presentLine(line, inWords)),
        next: rows.length > limit ? shown.at(-1)!.number : null,
      });
    },
  });

/** A parameter that is given twice comes as a list. */
type Query = { readonly [name in 'state' | 'after' | 'limit']?: string | string[] };

function readQuery({
  state,
  after = '0',
  limit = String(payoutLinesLimitDefault),
}: Query): { show: LinesShown; after: number; limit: number } | FieldFault {
  const show = state === undefined ? 'all' : payoutLineStates.find((known) => known === state);
  if (show === undefined) return { field: 'state', problem: 'notAllowed' };
  if (typeof after !== 'string' || !/^\d{1,6}$/.test(after))
    return { field: 'after', problem: 'notAllowed' };
  const most = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (most < 1 || most > payoutLinesLimitMax) return { field: 'limit', problem: 'notAllowed' };
  return { show, after: Number(after), limit: most };
}

const implementMove = (deps: ApiPayoutDeps, move: PayoutMove) =>
  implementUnchecked(payoutMoveEndpointOf(move), {
    refusalForm: envelopeForm,
    load: 'change',
    async handle(call) {
      const batch = await findBatch(deps, call);
      if (batch === null) return unknown(call);
      const { services } = call.access;
      const other = services && (await otherServiceOf(deps.database, batch.id, services));
      if (other !== null) return { refused: otherServiceRefusal(call.account, other) };
      const of = { batchId: batch.id, accountId: call.account.id };
      const moved = await controls[move](deps.database, whoCalls(call), of);
      const now = (await findBatch(deps, call)) ?? batch;
      if (moved.ok) return done(call, presentBatch(now));
      const msg = texts[call.account.language].payoutNotNow({ state: presentBatch(now).state });
      return { refused: refusal(codes.refused, msg) };
    },
  });
