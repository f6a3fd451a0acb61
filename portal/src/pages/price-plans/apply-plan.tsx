// Buttons of a developer's services that change many at once: a price plan, which another user
// approves, and several services at the prices of the catalogue.

import { useState } from 'react';
import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Select } from '../../ui/field.tsx';
import type { Service } from '../developers/answers.ts';
import { pricePlanMessages } from './messages.ts';

export function ApplyPlan({ accountId }: { accountId: number }) {
  const messages = useMessages(pricePlanMessages);
  const { answer } = useRead('GET operator/price-plans', {});
  if (answer === undefined || answer.items.length === 0) return null;
  return (
    <Action
      route="POST operator/price-plans/apply"
      body={({ plan = '', reason = '' }) => ({ id: Number(plan), accountId, reason })}
      changes={['GET operator/approval-requests']}
      label={messages.apply}
      icon="layers"
      ask={{
        title: messages.apply,
        children: <p>{messages.applyLead}</p>,
        fields: () => (
          <Select
            name="plan"
            label={messages.plan}
            options={answer.items.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        ),
        note: { name: 'reason', label: messages.reason, hint: messages.reasonHint },
        yes: messages.ask,
      }}
      done={messages.asked}
    />
  );
}

export function ActivateSeveral({ id, services }: { id: number; services: readonly Service[] }) {
  const messages = useMessages(pricePlanMessages);
  const inactive = services.filter(({ active }) => !active);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  if (inactive.length === 0) return null;
  const all = without.size === 0;
  const every = () => new Set(inactive.map(({ code }) => code));
  const turn = (code: string): void =>
    setWithout(
      (before) =>
        new Set(before.has(code) ? [...before].filter((each) => each !== code) : [...before, code]),
    );
  return (
    <Action
      route="POST operator/developers/services"
      body={() => ({
        id,
        codes: inactive.map(({ code }) => code).filter((code) => !without.has(code)),
        active: true,
      })}
      changes={['GET operator/developers/:id']}
      label={messages.several}
      icon="plus"
      ask={{
        title: messages.several,
        children: <p>{messages.severalBody}</p>,
        fields: () => (
          <>
            <Checkbox
              label={messages.all}
              checked={all}
              onChange={() => setWithout(all ? every() : new Set())}
            />
            {inactive.map(({ code, name }) => (
              <Checkbox
                key={code}
                label={name}
                checked={!without.has(code)}
                onChange={() => turn(code)}
              />
            ))}
          </>
        ),
        yes: messages.activate,
      }}
      done={messages.activated}
    />
  );
}
