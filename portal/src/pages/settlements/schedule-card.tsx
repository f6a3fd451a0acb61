// When does this account get paid out by itself? One schedule for each balance.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { destinationTexts } from './destination-texts.ts';
import { SetSchedule } from './set-schedule.tsx';
import { shortName, type Terms } from './words.tsx';

type Schedule = Terms['schedules'][number];

export function ScheduleCard({ terms }: { terms: Terms }) {
  const words = useTexts(destinationTexts);
  const may = useMay('POST settlements/schedule') && terms.destinations.some(({ confirmedBy }) => confirmedBy !== null);
  const [asked, setAsked] = useState<Schedule | 'new' | null>(null);
  const free = terms.balances.some(({ currency }) => terms.schedules.every((schedule) => schedule.currency !== currency));
  return (
    <Card
      title={words.schedule}
      lead={words.scheduleLead}
      actions={
        may && free ? (
          <Button icon="clock" onClick={() => setAsked('new')}>
            {words.set}
          </Button>
        ) : null
      }
    >
      {terms.schedules.length === 0 ? <p className="soft">{words.noSchedule}</p> : null}
      {terms.schedules.map((schedule) => (
        <One key={schedule.currency} schedule={schedule} terms={terms} onChange={may ? () => setAsked(schedule) : null} />
      ))}
      {asked === null ? null : <SetSchedule terms={terms} schedule={asked === 'new' ? null : asked} onEnd={() => setAsked(null)} />}
    </Card>
  );
}

function One({ schedule, terms, onChange }: { schedule: Schedule; terms: Terms; onChange: (() => void) | null }) {
  const words = useTexts(destinationTexts);
  const { say } = useErrorWords();
  const { run, pending, error } = useChange('POST settlements/schedule/end', { changes: ['GET settlements/terms'] });
  const { currency, every, day, minimum, keep, nextAt, lastAt, lastOutcome } = schedule;
  const destination = terms.destinations.find(({ id }) => id === schedule.destinationId);
  const end = async (): Promise<void> => {
    if ((await run({ body: { currency } })) !== null) toast(words.ended);
  };
  const outcome = words.outcomes[(lastOutcome ?? '') as keyof typeof words.outcomes] ?? words.otherOutcome;
  return (
    <div className="stack">
      <KeyValues
        items={[
          { label: words.currency, value: terms.balances.length > 1 ? currency : null },
          { label: words.every, value: words.rhythms[every] },
          { label: words.weekday, value: every === 'week' ? words.weekdays[day as keyof typeof words.weekdays] : null },
          { label: words.monthDay, value: every === 'month' ? day : null },
          { label: words.destination, value: destination === undefined ? null : shortName(destination) },
          { label: words.minimum, value: minimum === '0' ? null : <Money amount={minimum} currency={currency} /> },
          { label: words.keep, value: <Money amount={keep} currency={currency} /> },
          { label: words.nextAt, value: <When at={nextAt} show="both" /> },
          {
            label: words.lastOutcome,
            value:
              lastAt === null ? null : (
                <>
                  <When at={lastAt} show="exact" /> · {outcome}
                </>
              ),
          },
        ]}
      />
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      {onChange === null ? null : (
        <Buttons>
          <Button onClick={onChange}>{words.change}</Button>
          <Button look="quiet" pending={pending} onClick={() => void end()}>
            {words.end}
          </Button>
        </Buttons>
      )}
    </div>
  );
}
