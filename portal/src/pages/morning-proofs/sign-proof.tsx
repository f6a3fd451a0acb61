// Dialog that signs a morning proof, with what the bank held at the end of the day.

import type { RouteAnswer } from '@jokko/contract/portal';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Field } from '../../ui/field.tsx';
import { proofMessages } from './messages.ts';

type Proof = RouteAnswer<'GET operator/morning-proofs/:day'>['proof'];

export function SignProof({ proof: { day, bank, books } }: { proof: Proof }) {
  const messages = useMessages(proofMessages);
  const currencies = [...new Set([...bank, ...books].map(({ currency }) => currency))];
  return (
    <Action
      route="POST operator/morning-proofs/sign"
      body={(values) => ({
        day,
        bank: currencies.flatMap((currency) => {
          const amount = plainAmount(values[currency] ?? '');
          return amount === '' ? [] : [{ currency, amount }];
        }),
        note: values['note']?.trim() || null,
      })}
      changes={['GET operator/morning-proofs', 'GET operator/morning-proofs/:day']}
      label={messages.sign}
      icon="check"
      variant="primary"
      ask={{
        title: messages.signTitle,
        children: <p>{messages.signBody}</p>,
        fields: (wrong) =>
          currencies.map((currency) => (
            <Field
              key={currency}
              name={currency}
              inputMode="decimal"
              label={messages.bankHeld(currency)}
              optional={messages.optional}
              error={wrong('bank')}
            />
          )),
        note: { name: 'note', label: messages.note, optional: messages.optional },
      }}
      done={messages.signed}
    />
  );
}
