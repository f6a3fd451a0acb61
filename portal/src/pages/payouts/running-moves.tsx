// Actions on a batch during and after its payment: pause, resume, stop, resend what failed.

import type { RouteName } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Buttons } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';
import { Sum, type Details } from './facts.tsx';
import { payoutMessages } from './messages.ts';

const changes: RouteName[] = ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'];

const resendable: readonly Details['state'][] = [
  'running',
  'waiting_for_funds',
  'paused',
  'canceling',
  'done',
  'canceled',
];

export function RunningMoves({ batch }: { batch: Details }) {
  const { id, state, counts } = batch;
  const messages = useMessages(payoutMessages.batch);
  const may = { hold: useMay('POST payouts/pause'), pay: useMay('POST payouts/resume') };
  const going = state === 'running' || state === 'waiting_for_funds';
  const offers = {
    cancel: may.hold && (going || state === 'paused') && counts.waiting > 0,
    pause: may.hold && going,
    resume: may.pay && state === 'paused',
    retry:
      may.pay &&
      counts.failed > 0 &&
      resendable.includes(state) &&
      (state !== 'canceling' || counts.sending === 0),
  };
  if (!Object.values(offers).includes(true)) return null;
  return (
    <Buttons>
      {offers.cancel ? <Cancel id={id} /> : null}
      {offers.pause ? (
        <Action
          route="POST payouts/pause"
          body={{ id }}
          changes={changes}
          label={messages.pause}
          icon="pause"
          done={messages.paused}
        />
      ) : null}
      {offers.resume ? (
        <Action
          route="POST payouts/resume"
          body={{ id }}
          changes={changes}
          label={messages.resume}
          variant="primary"
          icon="play"
          done={messages.resumed}
        />
      ) : null}
      {offers.retry ? <Retry batch={batch} /> : null}
    </Buttons>
  );
}

function Cancel({ id }: { id: number }) {
  const messages = useMessages(payoutMessages.batch);
  return (
    <Action
      route="POST payouts/cancel"
      body={{ id }}
      changes={changes}
      label={messages.cancel}
      icon="ban"
      ask={{
        title: messages.cancelQuestion,
        children: <p>{messages.cancelHint}</p>,
        danger: true,
      }}
      done={messages.canceled}
    />
  );
}

function Retry({ batch: { id, state, currency, counts, sums } }: { batch: Details }) {
  const messages = useMessages(payoutMessages.batch);
  const failed = sums.find((sum) => sum.state === 'failed');
  return (
    <Action
      route="POST payouts/retry"
      body={{ id }}
      changes={changes}
      label={messages.retry}
      variant="primary"
      icon="refresh"
      ask={{
        title: messages.retryQuestion(counts.failed),
        children: (
          <>
            {failed === undefined ? null : (
              <KeyValues
                items={[
                  { label: messages.retryFailed, value: <Sum sum={failed} currency={currency} /> },
                ]}
              />
            )}
            <p>{messages.retryHint}</p>
          </>
        ),
      }}
      done={(answer) => {
        if (answer.nothing) toast(messages.retryNothing, 'bad');
        else if (answer.duplicates) toast(messages.newDuplicatesRetry, 'bad');
        else if (answer.approval) toast(messages.retryApproval, 'info');
        else toast(state === 'paused' ? messages.retriedHeld : messages.retried);
      }}
    />
  );
}
