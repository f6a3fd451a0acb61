// How is a transaction canceled or refunded? After a question and a proof; what came of it is said. Above the limit another person approves first.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Detail } from './facts.tsx';
import { undoTexts } from './texts.ts';

const tones = { canceled: 'good', refunded: 'good', pending: 'info', waiting: 'info' } as const;

/** The button, where the person may and the transaction allows it; `accountId` is told to operators. */
export function Undo({ transaction: { id, undo, amount, currency, phone, accountId } }: { transaction: Detail }) {
  const words = useTexts(undoTexts);
  const { sayField } = useErrorWords();
  const operator = accountId !== undefined;
  const may = useMay(operator ? 'POST operator/refund' : 'POST transactions/refund');
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { run, pending, error, reset } = useUndo(accountId);
  if (!may || undo === null) return null;
  const end = (): void => {
    setAsking(false);
    reset();
  };
  const carryOut = async (): Promise<void> => {
    const answer = await run(id, reason.trim());
    if (answer === null) return;
    end();
    toast(words.outcomes[answer.outcome], answer.outcome in tones ? tones[answer.outcome as keyof typeof tones] : 'bad');
  };
  return (
    <>
      <Button look="danger" icon="undo" onClick={() => setAsking(true)}>
        {words[undo]}
      </Button>
      <Confirm
        open={asking}
        danger
        title={undo === 'cancel' ? words.cancelTitle : words.refundTitle}
        yes={words[undo]}
        pending={pending}
        error={error}
        onYes={() => void carryOut()}
        onClose={end}
      >
        <p>
          <Money amount={amount} currency={currency} /> · {phone}
        </p>
        <p>{undo === 'cancel' ? words.cancelText : words.refundText}</p>
        <Textarea
          label={words.reason}
          hint={words.reasonHint}
          {...(operator ? {} : { optional: words.optional })}
          rows={2}
          maxLength={500}
          value={reason}
          error={sayField(error, 'reason')}
          onChange={(event) => setReason(event.target.value)}
        />
      </Confirm>
    </>
  );
}

/** By a member of the account, or by one of the operator's people. */
function useUndo(accountId: number | undefined) {
  const own = useChange('POST transactions/refund', {
    changes: ['GET transactions', 'GET transactions/:id', 'GET balance', 'GET statement', 'GET refunds'],
  });
  const ofAll = useChange('POST operator/refund', {
    changes: ['GET operator/transactions', 'GET operator/transactions/:account/:id', 'GET operator/wishes'],
  });
  const { pending, error, reset } = accountId === undefined ? own : ofAll;
  const run = (id: string, reason: string) =>
    accountId === undefined ? own.run({ body: { id, ...(reason && { reason }) } }) : ofAll.run({ body: { accountId, id, reason } });
  return { run, pending, error, reset };
}
