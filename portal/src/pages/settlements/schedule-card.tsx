// Shows when this account is paid out automatically. One schedule for each balance.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { destinationMessages } from './destination-messages.ts';
import { SetSchedule } from './set-schedule.tsx';
import { shortName, type Terms } from './labels.tsx';

type Schedule = Terms['schedules'][number];

export function ScheduleCard({ terms }: { terms: Terms }) {
  const messages = useMessages(destinationMessages);
  const may =
    useMay('POST settlements/schedule') &&
    terms.destinations.some(({ confirmedBy }) => confirmedBy !== null);
  const [asked, setAsked] = useState<Schedule | 'new' | null>(null);
  const free = terms.balances.some(({ currency }) =>
    terms.schedules.every((schedule) => schedule.currency !== currency),
  );
  return (
    <Card
      title={messages.schedule}
      lead={messages.scheduleLead}
      actions={
        may && free ? (
          <Button icon="clock" onClick={() => setAsked('new')}>
            {messages.set}
          </Button>
        ) : null
      }
    >
      {terms.schedules.length === 0 ? <p className="soft">{messages.noSchedule}</p> : null}
      {terms.schedules.map((schedule) => (
        <One
          key={schedule.currency}
          schedule={schedule}
          terms={terms}
          onChange={may ? () => setAsked(schedule) : null}
        />
      ))}
      {asked === null ? null : (
        <SetSchedule
          terms={terms}
          schedule={asked === 'new' ? null : asked}
          onEnd={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

function One({
  schedule,
  terms,
  onChange,
}: {
  schedule: Schedule;
  terms: Terms;
  onChange: (() => void) | null;
}) {
  const messages = useMessages(destinationMessages);
  const { currency, every, day, minimum, keep, nextAt, lastAt, lastOutcome } = schedule;
  const destination = terms.destinations.find(({ id }) => id === schedule.destinationId);
  const outcome =
    messages.outcomes[(lastOutcome ?? '') as keyof typeof messages.outcomes] ??
    messages.otherOutcome;
  return (
    <div className="stack">
      <KeyValues
        items={[
          { label: messages.currency, value: terms.balances.length > 1 ? currency : null },
          { label: messages.every, value: messages.rhythms[every] },
          {
            label: messages.weekday,
            value:
              every === 'week' ? messages.weekdays[day as keyof typeof messages.weekdays] : null,
          },
          { label: messages.monthDay, value: every === 'month' ? day : null },
          {
            label: messages.destination,
            value: destination === undefined ? null : shortName(destination),
          },
          {
            label: messages.minimum,
            value: minimum === '0' ? null : <Money amount={minimum} currency={currency} />,
          },
          { label: messages.keep, value: <Money amount={keep} currency={currency} /> },
          { label: messages.nextAt, value: <When at={nextAt} show="both" /> },
          {
            label: messages.lastOutcome,
            value:
              lastAt === null ? null : (
                <>
                  <When at={lastAt} show="exact" /> · {outcome}
                </>
              ),
          },
        ]}
      />
      {onChange === null ? null : (
        <Buttons>
          <Button onClick={onChange}>{messages.change}</Button>
          <Action
            route="POST settlements/schedule/end"
            body={{ currency }}
            changes={['GET settlements/terms']}
            label={messages.end}
            variant="quiet"
            done={messages.ended}
          />
        </Buttons>
      )}
    </div>
  );
}
