// How is a transaction canceled or refunded? After a question and a proof; what came of it is said.

import { useState } from 'react';
import { useChange, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Detail } from './facts.tsx';
import { undoTexts } from './texts.ts';

const tones = { canceled: 'good', refunded: 'good', pending: 'info' } as const;

/** The button, where the person may and the transaction allows it. */
export function Undo({ transaction: { id, undo, amount, currency, phone } }: { transaction: Detail }) {
  const words = useTexts(undoTexts);
  const may = useMay('POST transactions/refund');
  const [asking, setAsking] = useState(false);
  const { run, pending, error, reset } = useChange('POST transactions/refund', {
    changes: ['GET transactions', 'GET transactions/:id', 'GET balance', 'GET statement'],
  });
  if (!may || undo === null) return null;
  const end = (): void => {
    setAsking(false);
    reset();
  };
  const carryOut = async (): Promise<void> => {
    const answer = await run({ body: { id } });
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
      </Confirm>
    </>
  );
}
