// The main thread's side of edges: opens what they have prepared and keeps what a node has one of
// (admission, signatures, open answers, the log of refused calls), whichever thread a request came to.

import type { Catalogue } from '../../payments/catalogue/index.ts';
import {
  initiate,
  openPrepared,
  type Initiated,
  type InitiateDeps,
} from '../../payments/operations/index.ts';
import type { ReplayProtection } from '../../payments/replay-protection/index.ts';
import type { RejectedRequest, RequestLog } from '../../payments/request-log/index.ts';
import type { Admission, Shed } from '../../platform/http/guards/admission.ts';
import { databaseFault, NoAnswer } from '../../platform/db/database-away.ts';
import { drawId } from '../../platform/db/scattered-ids.ts';
import type { Observe } from '../../platform/metrics.ts';
import { answerAsks } from '../../platform/threads/ask.ts';
import type { Link } from '../../platform/threads/link.ts';
import type { Peers } from '../peers.ts';
import {
  askChannels,
  knownErrors,
  tellChannels,
  type Entering,
  type EnterAnswer,
  type EnterQuestion,
  type OpenAnswer,
  type OpenQuestion,
  type OrderAnswer,
  type OrderQuestion,
  type SignAnswer,
  type SignedTold,
  type SignQuestion,
} from './edge-protocol.ts';

export interface OwnerDeps {
  initiate: InitiateDeps;
  catalogue(): Catalogue;
  refreshCatalogue(): Promise<void>;
  admission: Admission;
  replayProtection: ReplayProtection;
  requestLog: Pick<RequestLog, 'note'>;
  peers: Pick<Peers, 'note'>;
  onAnswer: Observe<'endpoint'>;
}

/** Ids that an edge is given at once. */
const idsAtOnce = 128;

/** What one edge has under way here. */
interface EdgeState {
  /** Operations whose answers it has not sent yet. */
  answering: Set<string>;
  /** Accounts of requests that it has entered. */
  entered: number[];
  /** Of signed requests, by ticket. */
  signing: Map<number, PromiseWithResolvers<NonNullable<SignedTold>>>;
  lastTicket: number;
}

/** Binds an edge. What is returned gives up what it had under way: it has ended. */
export function serveEdge(deps: OwnerDeps, link: Link): () => void {
  const state: EdgeState = { answering: new Set(), entered: [], signing: new Map(), lastTicket: 0 };
  const answer = <Question>(
    channel: string,
    give: (question: Question) => Promise<unknown>,
  ): void =>
    answerAsks(
      link,
      channel,
      (question) => give(question as Question).catch(nameDatabaseFault),
      knownErrors,
    );
  answer<OpenQuestion>(askChannels.open, (question) => open(deps, state, question));
  answer<OrderQuestion>(askChannels.order, (question) => order(deps, state, question));
  answer<EnterQuestion>(askChannels.enter, ({ account, kind }) => {
    const shed: EnterAnswer = deps.admission.enter(account, kind);
    if (shed === null) state.entered.push(account.id);
    return Promise.resolve(shed);
  });
  answer<null>(askChannels.ids, () => drawIds(deps.initiate));
  answer<SignQuestion>(askChannels.sign, (question) => sign(deps, state, question));
  receiveTold(deps, state, link);
  return () => {
    for (const id of state.answering) deps.initiate.answers.leave(id);
    for (const id of state.entered) deps.admission.leave(id);
    for (const { reject } of state.signing.values()) reject(new Error('its thread has ended'));
  };
}

/** Callers are told by it when to come again. */
function nameDatabaseFault(error: unknown): never {
  throw databaseFault(error) === 'away' ? new NoAnswer(String(error), { cause: error }) : error;
}

function receiveTold(deps: OwnerDeps, state: EdgeState, link: Link): void {
  link.receive(tellChannels.left, (ids) => {
    for (const id of ids as string[]) {
      state.answering.delete(id);
      deps.initiate.answers.leave(id);
    }
  });
  link.receive(tellChannels.leave, (ids) => {
    for (const id of ids as number[]) {
      const at = state.entered.indexOf(id);
      if (at < 0) continue;
      state.entered.splice(at, 1);
      deps.admission.leave(id);
    }
  });
  link.receive(tellChannels.signed, (values) => {
    for (let at = 0; at < values.length; at += 2) {
      const [ticket, given] = values.slice(at, at + 2) as [number, SignedTold];
      const waits = state.signing.get(ticket);
      state.signing.delete(ticket);
      if (given === null) waits?.reject(new Error('it was not answered'));
      else waits?.resolve(given);
    }
  });
  link.receive(tellChannels.refused, (values) => {
    for (let at = 0; at < values.length; at += 2)
      deps.requestLog.note(values[at] as string, () => values[at + 1] as RejectedRequest);
  });
  link.receive(tellChannels.handedOn, (outcomes) => {
    for (const outcome of outcomes as Parameters<Peers['note']>) deps.peers.note(outcome);
  });
  link.receive(tellChannels.answered, (values) => {
    for (let at = 0; at < values.length; at += 2)
      deps.onAnswer({ endpoint: values[at] as string }, values[at + 1] as number);
  });
}

async function open(
  deps: OwnerDeps,
  state: EdgeState,
  { order: prepared, account }: OpenQuestion,
): Promise<OpenAnswer> {
  return admitted(deps, account, async () => {
    const initiated = await openPrepared(deps.initiate, prepared);
    if (initiated === null) return 'whole';
    const told = noted(state, initiated);
    if (initiated.type !== 'opened') return told;
    const { terms: _terms, ...opened } = initiated.operation;
    return { opened };
  });
}

async function order(
  deps: OwnerDeps,
  state: EdgeState,
  { body, account, apiKey, isEntered }: OrderQuestion,
): Promise<OrderAnswer> {
  const { id, rateLimit } = account;
  return admitted(deps, { id, rateLimit, isEntered }, async () => {
    const catalogue = deps.catalogue();
    const initiated = await initiate(deps.initiate, { body, account, apiKey, catalogue });
    if (initiated.type === 'stale') await deps.refreshCatalogue();
    return noted(state, initiated);
  });
}

async function admitted<Answer>(
  { admission }: OwnerDeps,
  { id, rateLimit, isEntered }: Entering,
  run: () => Promise<Answer>,
): Promise<Answer | { shed: Shed }> {
  if (isEntered) return run();
  const shed = admission.enter({ id, rateLimit }, 'change');
  if (shed !== null) return { shed };
  try {
    return await run();
  } finally {
    admission.leave(id);
  }
}

function noted({ answering }: EdgeState, initiated: Initiated): { initiated: Initiated } {
  if (initiated.type === 'opened') answering.add(initiated.operation.terms.id);
  return { initiated };
}

async function drawIds({ ids, database }: InitiateDeps): Promise<string[]> {
  const drawn: string[] = [];
  while (drawn.length < idsAtOnce) drawn.push(await drawId(ids, database));
  return drawn;
}

/** Runs it as a request of this thread, with the edge's answer in place of its own. */
function sign(
  { replayProtection }: OwnerDeps,
  state: EdgeState,
  request: SignQuestion,
): Promise<SignAnswer> {
  return new Promise((resolve, reject) => {
    const signature = Buffer.from(request.signature);
    replayProtection
      .answerOnce({ ...request, signature }, (again) => {
        const ticket = ++state.lastTicket;
        const answer = Promise.withResolvers<NonNullable<SignedTold>>();
        state.signing.set(ticket, answer);
        resolve({ ours: true, again, ticket });
        return answer.promise;
      })
      // Where it was ours, the edge has the text already.
      .then((text) => resolve({ ours: false, text }), reject);
  });
}
