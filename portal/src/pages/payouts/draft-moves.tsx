// Actions on a draft: correct its file, discard it, or request another user's approval.

import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Action } from '../../ui/action.tsx';
import { ButtonLink, Buttons } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Details } from './facts.tsx';
import { payoutMessages } from './messages.ts';

export function DraftMoves({ batch }: { batch: Details }) {
  const messages = useMessages(payoutMessages.batch);
  const mayUpload = useMay('POST payouts/upload');
  const search = new URLSearchParams({
    replaces: String(batch.id),
    name: batch.name,
    service: batch.codeService ?? '',
  });
  const wrong = batch.wrong > 0;
  return (
    <Buttons>
      <Discard id={batch.id} />
      {mayUpload ? (
        <ButtonLink
          variant={wrong ? 'primary' : 'plain'}
          icon="upload"
          to={`/payouts/new?${search.toString()}`}
        >
          {messages.replace}
        </ButtonLink>
      ) : null}
      {wrong ? null : <Submit id={batch.id} />}
    </Buttons>
  );
}

function Submit({ id }: { id: number }) {
  const messages = useMessages(payoutMessages.batch);
  return (
    <Action
      route="POST payouts/submit"
      body={{ id }}
      changes={['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines']}
      label={messages.submit}
      variant="primary"
      icon="check-circle"
      done={({ refused }) => {
        if (refused === null) toast(messages.submitted);
        else
          toast(refused === 'duplicates' ? messages.newDuplicates : messages.changedPrices, 'info');
      }}
    />
  );
}

function Discard({ id }: { id: number }) {
  const messages = useMessages(payoutMessages.batch);
  return (
    <Action
      route="POST payouts/discard"
      body={{ id }}
      changes={['GET payouts']}
      label={messages.discard}
      icon="trash"
      ask={{
        title: messages.discardQuestion,
        children: <p>{messages.discardHint}</p>,
        danger: true,
      }}
      done={() => {
        toast(messages.discarded);
        navigate('/payouts');
      }}
    />
  );
}
