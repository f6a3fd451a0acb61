// An edge's side of the main thread: what a node has one of, asked for over the link.

import {
  mayAwaitProvider,
  prepareOrder,
  type Initiated,
  type Order,
  type PrepareDeps,
} from '../../payments/operations/index.ts';
import type { Ordering } from '../../payments/operations/http-operation.ts';
import { NotAdmitted } from '../../payments/api/http-admitted.ts';
import type { ReplayProtection, GivenAnswer } from '../../payments/replay-protection/index.ts';
import type { RequestLog } from '../../payments/request-log/index.ts';
import type { Shed } from '../../platform/http/guards/admission.ts';
import { createAsk } from '../../platform/threads/ask.ts';
import type { Link } from '../../platform/threads/link.ts';
import {
  askChannels,
  knownErrors,
  tellChannels,
  type EnterQuestion,
  type OpenAnswer,
  type OpenQuestion,
  type OrderAnswer,
  type OrderQuestion,
  type SignAnswer,
} from './edge-protocol.ts';

export interface Owner {
  ordering: Ordering;
  replayProtection: Pick<ReplayProtection, 'answerOnce'>;
  requestLog: Pick<RequestLog, 'note'>;
  admission: {
    enter(
      account: { id: number; rateLimit: number | null },
      kind: EnterQuestion['kind'],
    ): Promise<Shed | null> | null;
    leave(accountId: number): void;
    begin(): void;
    end(): void;
  };
}

/** `accountRate`: of accounts without a rate of their own; 0: none. */
export function askOwner(link: Link, deps: PrepareDeps & { accountRate: number }): Owner {
  const isRated = (rateLimit: number | null): boolean => (rateLimit ?? deps.accountRate) > 0;
  const entered = new Map<number, number>();
  const enter = createAsk(link, askChannels.enter, knownErrors);
  return {
    ordering: createOrdering(link, deps, isRated),
    replayProtection: { answerOnce: createAnswerOnce(link) },
    requestLog: {
      note: (keyName, describe) => link.send(tellChannels.refused, keyName, describe()),
    },
    admission: {
      // What is handed on to another node takes no place in the main thread.
      begin() {},
      end() {},
      // Only a rate counts calls, whatever becomes of them. Everything else is admitted with the order, without a question of its own.
      enter: ({ id, rateLimit }, kind) =>
        isRated(rateLimit)
          ? enterRated(enter, entered, { account: { id, rateLimit }, kind })
          : null,
      leave(id) {
        const count = entered.get(id) ?? 0;
        if (count === 0) return;
        if (count === 1) entered.delete(id);
        else entered.set(id, count - 1);
        link.send(tellChannels.leave, id);
      },
    },
  };
}

async function enterRated(
  ask: (question: unknown) => Promise<unknown>,
  entered: Map<number, number>,
  question: EnterQuestion,
): Promise<Shed | null> {
  const shed = (await ask(question)) as Shed | null;
  const { id } = question.account;
  if (shed === null) entered.set(id, (entered.get(id) ?? 0) + 1);
  return shed;
}

function createOrdering(
  link: Link,
  deps: PrepareDeps,
  isRated: (rateLimit: number | null) => boolean,
): Ordering {
  const askOpen = createAsk(link, askChannels.open, knownErrors);
  const askOrder = createAsk(link, askChannels.order, knownErrors);
  const nextId = createIds(link);
  const whole = async ({ body, account, apiKey }: Order): Promise<Initiated> => {
    const question: OrderQuestion = {
      body,
      account,
      apiKey,
      isEntered: isRated(account.rateLimit),
    };
    return initiatedOf((await askOrder(question)) as OrderAnswer);
  };
  return {
    async initiate(order) {
      const prepared = prepareOrder(deps, order, await nextId());
      if (prepared === null) return whole(order);
      const { id, rateLimit } = order.account;
      const question: OpenQuestion = {
        order: prepared,
        account: { id, rateLimit, isEntered: isRated(rateLimit) },
      };
      const answer = (await askOpen(question)) as OpenAnswer;
      if (answer === 'whole') return whole(order);
      if (!('opened' in answer)) return initiatedOf(answer);
      const { terms } = prepared.opening;
      return { type: 'opened', operation: { ...answer.opened, terms } };
    },
    mayAwaitProvider: (...of) => mayAwaitProvider(deps, ...of),
    left: (operationId) => link.send(tellChannels.left, operationId),
  };
}

function initiatedOf(answer: OrderAnswer): Initiated {
  if ('shed' in answer) throw new NotAdmitted(answer.shed);
  return answer.initiated;
}

/** Ids that the main thread has drawn; new ones are asked for before the last are used. */
function createIds(link: Link): () => Promise<string> {
  const ask = createAsk(link, askChannels.ids, knownErrors);
  const ids: string[] = [];
  const spareMin = 64;
  let asking: Promise<void> | null = null;
  const refill = (): Promise<void> => {
    asking ??= ask(null)
      .then((drawn) => void ids.unshift(...(drawn as string[])))
      .finally(() => (asking = null));
    return asking;
  };
  return async () => {
    if (ids.length < spareMin) refill().catch(() => {});
    while (ids.length === 0) await refill();
    return ids.pop()!;
  };
}

function createAnswerOnce(link: Link): ReplayProtection['answerOnce'] {
  const ask = createAsk(link, askChannels.sign, knownErrors);
  return async (request, answer) => {
    const claimed = (await ask({
      ...request,
      signature: new Uint8Array(request.signature),
    })) as SignAnswer;
    if (!claimed.ours) return claimed.text;
    let given: GivenAnswer | null = null;
    try {
      given = await answer(claimed.again);
      return given.text;
    } finally {
      link.send(tellChannels.signed, claimed.ticket, given);
    }
  };
}
