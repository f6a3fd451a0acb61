// Timeline of one transaction: the request, exchanges with the provider, states, entries,
// callbacks, claims.

import { defined } from '@jokko/contract/defined';
import { type InLanguage, useFormat, useMessages } from '../../language/index.ts';
import type { Tone } from '../../ui/badge.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { callbackMessages } from '../callbacks/messages.ts';
import { statementMessages } from '../statement/messages.ts';
import { verbMessages, verbLabel } from '../statement/verb-messages.ts';
import type { Detail } from './facts.tsx';
import { foldRuns, type Run } from './fold-steps.ts';
import { storyMessages, transactionMessages } from './messages.ts';
import { workMessages } from './work-messages.ts';

type Messages = InLanguage<typeof storyMessages>;
type Step = TimelineStep & { at: string };

export function Story({ transaction }: { transaction: Detail }) {
  const messages = useMessages(storyMessages);
  const { story } = useMessages(transactionMessages);
  const verbs = useMessages(verbMessages);
  const { duration, moment: written } = useFormat();
  const work = useMessages(workMessages);
  const folded: Folded = ({ count }, from, until) =>
    count === 1
      ? null
      : { title: work.folded(count), span: work.fromUntil(written(from), written(until)) };
  const { errors } = useMessages(callbackMessages);
  const errorWord = (error: string): string => (errors as Record<string, string>)[error] ?? error;
  const { currency } = transaction;
  const received: Step = {
    key: 'received',
    title: messages.received,
    at: transaction.createdAt,
    tone: 'brand',
    icon: 'arrows',
    body: <Money amount={transaction.amount} currency={currency} />,
  };
  const steps: Step[] = [
    ...transaction.transfers.map((transfer): Step => ({
      key: `transfer ${transfer.id}`,
      title: verbLabel(verbs, transfer.kind),
      at: transfer.at,
      icon: 'wallet',
      body: (
        <>
          <Change of={transfer} currency={currency} /> · {messages.availableAfter}{' '}
          <Money amount={transfer.availableAfter} currency={currency} />
        </>
      ),
    })),
    ...foldRuns(transaction.attempts, ({ purpose, route, state, cause, theirs }) => [
      purpose,
      route,
      state,
      cause,
      theirs,
    ]).map((run) => attemptStep(run, messages, folded)),
    ...transaction.transitions.map((transition, index) =>
      transitionStep(transition, index, messages),
    ),
    ...transaction.callbacks.flatMap((callback) =>
      callbackSteps(callback, messages, duration, folded, errorWord),
    ),
    ...transaction.claims.flatMap((claim) => claimSteps(claim, messages)),
  ];
  // What was written in one moment stays in the order above. A first attempt is made ready while
  // the request is still being written down.
  const start = Date.parse(transaction.createdAt);
  const moment = ({ at }: Step): number => Math.max(start, Date.parse(at));
  return (
    <Timeline
      label={story}
      steps={[received, ...steps.toSorted((one, other) => moment(one) - moment(other))]}
    />
  );
}

/** The change of the available balance, or of the held one where only that has changed. */
function Change({
  of: { available, held },
  currency,
}: {
  of: Detail['transfers'][number];
  currency: string;
}) {
  const { heldChange } = useMessages(statementMessages);
  if (available !== '0') return <Money amount={available} currency={currency} signed />;
  return (
    <>
      {heldChange} <Money amount={held} currency={currency} signed />
    </>
  );
}

/** How a run of equal attempts is told; null: it is one alone. */
type Folded = (
  run: { count: number },
  from: string,
  until: string,
) => { title: string; span: string } | null;

function attemptStep(
  run: Run<Detail['attempts'][number]>,
  messages: Messages,
  folded: Folded,
): Step {
  const { first: attempt, last } = run;
  const many = folded(run, attempt.sentAt, last.sentAt);
  return {
    key: `attempt ${attempt.number}`,
    title: many?.title ?? messages[attempt.purpose](attempt.number),
    at: attempt.sentAt,
    tone: stateTones.attempt[attempt.state],
    icon: 'send',
    body: (
      <KeyValues
        items={[
          { label: messages.period, value: many?.span ?? null },
          { label: messages.result, value: messages.attemptStates[attempt.state] },
          { label: messages.providerResponse, value: attempt.cause },
          { label: messages.route, value: attempt.route },
          { label: messages.ours, value: many === null ? attempt.ours : null },
          { label: messages.theirs, value: attempt.theirs },
          { label: messages.queries, value: attempt.queries === 0 ? null : attempt.queries },
        ]}
      />
    ),
  };
}

const toneOf = (state: string): Tone =>
  (stateTones.operation as Record<string, Tone>)[state] ?? 'neutral';

function transitionStep(
  { from, to, reason, at }: Detail['transitions'][number],
  index: number,
  messages: Messages,
): Step {
  const name = (state: string): string =>
    (messages.states as Record<string, string>)[state] ?? state;
  const title =
    from !== to
      ? messages.state(name(from), name(to))
      : reason === 'cancel_requested'
        ? messages.cancelAsked
        : messages.still(name(to));
  // Before the colon stands the kind of the event, which the states tell already.
  const why = /: (.+)$/s.exec(reason)?.[1];
  return {
    key: `state ${index}`,
    title,
    at,
    tone: toneOf(to),
    ...defined({ body: why }),
  };
}

function callbackSteps(
  callback: Detail['callbacks'][number],
  messages: Messages,
  took: (ms: number) => string,
  folded: Folded,
  errorWord: (error: string) => string,
): Step[] {
  const key = `callback ${callback.second}`;
  const runs = foldRuns(callback.attempts, ({ httpStatus, errorClass }) => [
    httpStatus,
    errorClass,
  ]);
  const tries = runs.map((run): Step => {
    const { first: attempt, last } = run;
    const delivered = attempt.errorClass === null;
    const many = folded(run, attempt.at, last.at);
    const answer = [
      many?.span ?? null,
      callback.host,
      attempt.httpStatus === null ? null : `HTTP ${attempt.httpStatus}`,
      attempt.errorClass === null ? null : errorWord(attempt.errorClass),
      many === null ? took(attempt.durationMs) : null,
    ];
    return {
      key: `${key} ${attempt.number}`,
      title: delivered
        ? messages.callbackDelivered(attempt.number)
        : many === null
          ? messages.callbackFailed(attempt.number)
          : messages.callbacksFailed(many.title),
      at: attempt.at,
      tone: delivered ? 'good' : 'warn',
      icon: 'bell',
      body: answer.filter((part) => part !== null).join(' · '),
    };
  });
  if (callback.state === 'delivered') return tries;
  const title = callback.state === 'due' ? messages.callbackDue : messages.callbackParked;
  const at = callback.nextAttemptAt ?? tries.at(-1)?.at ?? callback.createdAt;
  return [
    ...tries,
    {
      key,
      title,
      at,
      tone: stateTones.callback[callback.state],
      icon: 'bell',
      body: callback.host,
    },
  ];
}

function claimSteps(
  { reference, subject, comment, openedAt, closedAt }: Detail['claims'][number],
  messages: Messages,
): Step[] {
  const opened: Step = {
    key: reference,
    title: messages.claimOpened(reference),
    at: openedAt,
    tone: 'warn',
    icon: 'flag',
    body: subject,
  };
  if (closedAt === null) return [opened];
  return [
    opened,
    {
      key: `${reference} end`,
      title: messages.claimClosed(reference),
      at: closedAt,
      icon: 'flag',
      body: comment ?? undefined,
    },
  ];
}
