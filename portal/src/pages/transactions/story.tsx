// What happened to one transaction, one thing after the other? The request, exchanges with the provider, states, entries, callbacks, claims.

import { useFormat, useTexts } from '../../language/index.ts';
import type { Tone } from '../../ui/badge.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { statementTexts } from '../statement/texts.ts';
import { verbTexts, verbWord } from '../statement/verbs.ts';
import type { Detail } from './facts.tsx';
import { storyTexts, transactionTexts } from './texts.ts';

type Words = (typeof storyTexts)['fr'];
type Step = TimelineStep & { at: string };

export function Story({ transaction }: { transaction: Detail }) {
  const words = useTexts(storyTexts);
  const { story } = useTexts(transactionTexts);
  const verbs = useTexts(verbTexts);
  const { number } = useFormat();
  const { currency } = transaction;
  const received: Step = {
    key: 'received',
    title: words.received,
    at: transaction.createdAt,
    tone: 'brand',
    icon: 'arrows',
    body: <Money amount={transaction.amount} currency={currency} />,
  };
  const steps: Step[] = [
    ...transaction.transfers.map((transfer): Step => ({
      key: `transfer ${transfer.id}`,
      title: verbWord(verbs, transfer.kind),
      at: transfer.at,
      icon: 'wallet',
      body: (
        <>
          <Change of={transfer} currency={currency} /> · {words.availableAfter}{' '}
          <Money amount={transfer.availableAfter} currency={currency} />
        </>
      ),
    })),
    ...transaction.attempts.map((attempt) => attemptStep(attempt, words)),
    ...transaction.transitions.map((transition, index) => transitionStep(transition, index, words)),
    ...transaction.callbacks.flatMap((callback) => callbackSteps(callback, words, (ms) => words.took(number(ms)))),
    ...transaction.claims.flatMap((claim) => claimSteps(claim, words)),
  ];
  // What was written in one moment stays in the order above. A first attempt is made ready while the request is still being written down.
  const start = Date.parse(transaction.createdAt);
  const moment = ({ at }: Step): number => Math.max(start, Date.parse(at));
  return <Timeline label={story} steps={[received, ...steps.toSorted((one, other) => moment(one) - moment(other))]} />;
}

/** Of the available balance, or of the held one where only that has changed. */
function Change({ of: { available, held }, currency }: { of: Detail['transfers'][number]; currency: string }) {
  const { heldChange } = useTexts(statementTexts);
  if (available !== '0') return <Money amount={available} currency={currency} signed />;
  return (
    <>
      {heldChange} <Money amount={held} currency={currency} signed />
    </>
  );
}

const attemptTones: Record<Detail['attempts'][number]['state'], Tone> = {
  SENDING: 'info',
  ACCEPTED: 'info',
  UNKNOWN: 'warn',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  NOT_SENT: 'warn',
};

function attemptStep(attempt: Detail['attempts'][number], words: Words): Step {
  return {
    key: `attempt ${attempt.number}`,
    title: words[attempt.purpose](attempt.number),
    at: attempt.sentAt,
    tone: attemptTones[attempt.state],
    icon: 'send',
    body: (
      <KeyValues
        items={[
          { label: words.result, value: words.attemptStates[attempt.state] },
          { label: words.words, value: attempt.cause },
          { label: words.route, value: attempt.route },
          { label: words.ours, value: attempt.ours },
          { label: words.theirs, value: attempt.theirs },
          { label: words.looks, value: attempt.looks === 0 ? null : attempt.looks },
        ]}
      />
    ),
  };
}

const stateTones: Record<string, Tone> = {
  SUCCESS: 'good',
  FAILED: 'bad',
  UNKNOWN: 'warn',
  REFUNDING: 'warn',
  ACCEPTED: 'info',
  SENDING: 'info',
};

function transitionStep({ from, to, reason, at }: Detail['transitions'][number], index: number, words: Words): Step {
  const name = (state: string): string => (words.states as Record<string, string>)[state] ?? state;
  const title = from !== to ? words.state(name(from), name(to)) : reason === 'cancel_requested' ? words.cancelAsked : words.still(name(to));
  // Before the colon stands the kind of the event, which the states tell already.
  const why = /: (.+)$/s.exec(reason)?.[1];
  return { key: `state ${index}`, title, at, tone: stateTones[to] ?? 'neutral', ...(why === undefined ? {} : { body: why }) };
}

function callbackSteps(callback: Detail['callbacks'][number], words: Words, took: (ms: number) => string): Step[] {
  const key = `callback ${callback.second}`;
  const tries = callback.attempts.map((attempt): Step => {
    const delivered = attempt.errorClass === null;
    const answer = [
      callback.host,
      attempt.httpStatus === null ? null : `HTTP ${attempt.httpStatus}`,
      attempt.errorClass,
      took(attempt.durationMs),
    ];
    return {
      key: `${key} ${attempt.number}`,
      title: delivered ? words.callbackDelivered(attempt.number) : words.callbackFailed(attempt.number),
      at: attempt.at,
      tone: delivered ? 'good' : 'warn',
      icon: 'bell',
      body: answer.filter((part) => part !== null).join(' · '),
    };
  });
  if (callback.state === 'delivered') return tries;
  const title = callback.state === 'due' ? words.callbackDue : words.callbackParked;
  const at = callback.nextAttemptAt ?? tries.at(-1)?.at ?? callback.createdAt;
  return [...tries, { key, title, at, tone: callback.state === 'due' ? 'info' : 'bad', icon: 'bell', body: callback.host }];
}

function claimSteps({ reference, subject, comment, openedAt, closedAt }: Detail['claims'][number], words: Words): Step[] {
  const opened: Step = { key: reference, title: words.claimOpened(reference), at: openedAt, tone: 'warn', icon: 'flag', body: subject };
  if (closedAt === null) return [opened];
  return [opened, { key: `${reference} end`, title: words.claimClosed(reference), at: closedAt, icon: 'flag', body: comment ?? undefined }];
}
