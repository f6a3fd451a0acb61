// Panel of one callback: its body, each attempt with the response, and the button to send it
// again.

import { defined } from '@jokko/contract/defined';
import { NextAttempt } from './next-attempt.tsx';
import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead, useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code, CodeBlock } from '../../ui/copy.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { Loaded } from '../../ui/states.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { When } from '../../ui/when.tsx';
import { Exchange, useOutcome } from './exchange.tsx';
import { callbackMessages } from './messages.ts';
import { Replay } from './replay.tsx';

/** What is under way is looked at again, also where no event tells of it. */
const everyMs = 3_000;

/** `account`: whose it is, told by operators. */
export function CallbackPanel({
  id,
  account,
  onClose,
}: {
  id: string;
  account?: string;
  onClose(): void;
}) {
  const messages = useMessages(callbackMessages);
  const [after, setAfter] = useState('');
  const callback = useOne(id, account, after);
  const may = useMay(
    account === undefined ? 'POST callbacks/replay' : 'POST operator/callbacks/replay',
  );
  return (
    <SidePanel
      title={callback.answer?.transactionId ?? id}
      onClose={onClose}
      {...defined({
        actions: may ? (
          <Replay id={id} {...(account && { accountId: Number(account) })} />
        ) : undefined,
      })}
    >
      <Loaded read={callback}>
        {({
          state,
          status,
          url,
          destination,
          createdAt,
          nextAttemptAt,
          closedAt,
          givenUp,
          body,
          log,
          next,
        }) => (
          <div className="stack stack-l">
            <KeyValues
              items={[
                {
                  label: messages.state,
                  value: <Badge tone={stateTones.callback[state]}>{messages.states[state]}</Badge>,
                },
                {
                  label: messages.status,
                  value: messages.statuses[status as keyof typeof messages.statuses] ?? status,
                },
                { label: messages.webhookId, value: <Code>{id}</Code> },
                { label: messages.url, value: <Code>{url}</Code> },
                { label: messages.destination, value: destination },
                { label: messages.created, value: <When at={createdAt} show="both" /> },
                {
                  label: messages.next,
                  value: nextAttemptAt === null ? null : <NextAttempt at={nextAttemptAt} />,
                },
                { label: messages.givenUp, value: givenUp },
                {
                  label: messages.closed,
                  value: closedAt === null ? null : <When at={closedAt} show="both" />,
                },
              ]}
            />
            <h3>{messages.log}</h3>
            <Log of={log} />
            <div className="buttons">
              {after === '' ? null : (
                <Button small onClick={() => setAfter('')}>
                  {messages.newest}
                </Button>
              )}
              {next === null ? null : (
                <Button small onClick={() => setAfter(next)}>
                  {messages.older}
                </Button>
              )}
            </div>
            <CodeBlock label={messages.sent} text={pretty(body)} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

/** An operator's look is written down each time, so nothing is looked at again by itself. */
function useOne(id: string, account: string | undefined, after: string) {
  const query = { after };
  const own = useRead(
    'GET callbacks/:id',
    account === undefined ? { params: { id }, query } : null,
    { everyMs },
  );
  const ofAll = useRead(
    'GET operator/callbacks/:account/:id',
    account === undefined ? null : { params: { account, id }, query },
  );
  return account === undefined ? own : ofAll;
}

function Log({ of: log }: { of: RouteAnswer<'GET callbacks/:id'>['log'] }) {
  const messages = useMessages(callbackMessages);
  const outcome = useOutcome();
  if (log.length === 0) return <p className="soft">{messages.noAttempt}</p>;
  return (
    <Timeline
      label={messages.log}
      steps={log.map(({ number, startedAt, ...exchange }) => ({
        key: number,
        title: `${messages.attempt(number)} – ${outcome(exchange)}`,
        at: startedAt,
        tone: exchange.errorClass === null ? ('good' as const) : ('bad' as const),
        body: <Exchange of={exchange} />,
      }))}
    />
  );
}

/** As JSON is read by people; what is none stays as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
