// Dialog that signs a morning proof, with what the bank held at the end of the day.

import type { RouteAnswer } from '@jokko/contract/portal';
import { plainAmount, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Field } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { proofMessages } from './messages.ts';

type Answer = RouteAnswer<'GET operator/morning-proofs/:day'>;

export function SignProof({ answer: { proof, stated } }: { answer: Answer }) {
  const { day, bank, books } = proof;
  const messages = useMessages(proofMessages);
  const isStated = (of: string): boolean => stated.some(({ currency }) => currency === of);
  const held = [...new Set([...bank, ...books].map(({ currency }) => currency))];
  const currencies = held.filter((currency) => !isStated(currency));
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
        children: (
          <>
            <p>{messages.signBody}</p>
            {stated.map(({ currency, amount, accounts }) => (
              <p key={currency}>
                {messages.bankStated(accounts)}{' '}
                <strong>
                  <Money amount={amount} currency={currency} code />
                </strong>
              </p>
            ))}
          </>
        ),
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
