// Form that funds or adjusts a balance by an approval request, which another user approves before
// anything changes.

import { useState } from 'react';
import { useChangeOnce, useErrorMessages } from '../../api/index.ts';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { toast } from '../../ui/toast.tsx';
import { ProofField, useProofs } from '../approval-requests/proof-field.tsx';
import { currencies } from './open-account.tsx';
import { Deposit, depositOf } from './deposit.tsx';
import { developersMessages } from './messages.ts';

interface Props {
  id: number;
  name: string;
  currency: string;
  /** What to fill in, for an adjustment that is known already. */
  adjustment?: { amount: string; reason: string };
  onEnd(): void;
}

export function MoneyApprovalRequest({ id, name, currency: main, adjustment, onEnd }: Props) {
  const messages = useMessages(developersMessages);
  const { arrivedBefore } = useMessages(uiMessages);
  const { fieldMessageOf } = useErrorMessages();
  const [kind, setKind] = useState<'fund' | 'adjust'>(adjustment === undefined ? 'fund' : 'adjust');
  const changes = { changes: ['GET operator/approval-requests'] } as {
    changes: ['GET operator/approval-requests'];
  };
  const [chosen, setChosen] = useState(main);
  const fund = useChangeOnce('POST operator/fund', String(id), changes);
  const adjust = useChangeOnce('POST operator/adjust', String(id), changes);
  const { pending, error } = kind === 'fund' ? fund : adjust;
  const proofs = useProofs();
  const send = async (values: Record<string, string>): Promise<void> => {
    if (proofs.problem !== undefined) return;
    const { currency = main, amount = '', reason = '' } = values;
    const body = {
      accountId: id,
      currency,
      amount: plainAmount(amount),
      reason: reason.trim(),
    };
    const asked = await (kind === 'fund'
      ? fund.run({ ...body, ...depositOf(values) })
      : adjust.run(body));
    if (asked === null) return;
    await proofs.attachTo(asked.id);
    toast(asked.repeated ? arrivedBefore : messages.asked);
    onEnd();
  };
  return (
    <Dialog open title={messages.moneyTitle(name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{messages.moneyLead}</p>
        <Kinds kind={kind} onChoose={setKind} />
        <Field
          name="amount"
          label={messages.amount}
          inputMode="text"
          autoComplete="off"
          defaultValue={adjustment?.amount}
          error={fieldMessageOf(error, 'amount')}
        />
        <Select
          name="currency"
          label={messages.currency}
          options={currencies}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          error={fieldMessageOf(error, 'currency')}
        />
        {kind === 'fund' ? <Deposit currency={chosen} error={error} /> : null}
        <Field
          name="reason"
          label={messages.reason}
          hint={messages.reasonHint}
          maxLength={500}
          defaultValue={adjustment?.reason}
          error={fieldMessageOf(error, 'reason')}
        />
        <ProofField proofs={proofs} />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.ask}
        </Button>
      </Form>
    </Dialog>
  );
}

function Kinds({
  kind,
  onChoose,
}: {
  kind: 'fund' | 'adjust';
  onChoose(kind: 'fund' | 'adjust'): void;
}) {
  const messages = useMessages(developersMessages);
  return (
    <Choices legend={messages.moneyKind}>
      <Radio
        name="kind"
        value="fund"
        label={messages.fund}
        hint={messages.fundHint}
        checked={kind === 'fund'}
        onChange={() => onChoose('fund')}
      />
      <Radio
        name="kind"
        value="adjust"
        label={messages.adjust}
        hint={messages.adjustHint}
        checked={kind === 'adjust'}
        onChange={() => onChoose('adjust')}
      />
    </Choices>
  );
}
