// What became of this callback? Its body, each attempt with what came back, and the way to send it again.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code, CodeBlock } from '../../ui/copy.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { ErrorState, Loaded } from '../../ui/states.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { stateTones } from './callback.ts';
import { Exchange, useOutcome } from './exchange.tsx';
import { callbackTexts } from './texts.ts';

/** What is under way is looked at again, also where no event tells of it. */
const everyMs = 3_000;

/** `account`: whose it is, told by operators. */
export function CallbackPanel({ id, account, onClose }: { id: string; account?: string; onClose(): void }) {
  const words = useTexts(callbackTexts);
  const [after, setAfter] = useState('');
  const callback = useOne(id, account, after);
  const may = useMay(account === undefined ? 'POST callbacks/replay' : 'POST operator/callbacks/replay');
  const { run, pending, error } = useReplay(id, account);
  const replay = async (): Promise<void> => {
    if ((await run()) !== null) toast(words.replayed);
  };
  const actions = (
    <Button icon="refresh" pending={pending} onClick={() => void replay()}>
      {words.replay}
    </Button>
  );
  return (
    <SidePanel title={callback.answer?.transactionId ?? id} onClose={onClose} {...(may ? { actions } : {})}>
      {error === null ? null : <ErrorState error={error} />}
      <Loaded read={callback}>
        {({ state, status, url, lane, createdAt, nextAttemptAt, closedAt, givenUp, body, log, next }) => (
          <div className="stack stack-l">
            <KeyValues
              items={[
                { label: words.state, value: <Badge tone={stateTones[state]}>{words.states[state]}</Badge> },
                { label: words.status, value: words.statuses[status as keyof typeof words.statuses] ?? status },
                { label: words.webhookId, value: <Code>{id}</Code> },
                { label: words.url, value: <Code>{url}</Code> },
                { label: words.lane, value: lane },
                { label: words.created, value: <When at={createdAt} show="both" /> },
                { label: words.next, value: nextAttemptAt === null ? null : <When at={nextAttemptAt} show="both" /> },
                { label: words.givenUp, value: givenUp },
                { label: words.closed, value: closedAt === null ? null : <When at={closedAt} show="both" /> },
              ]}
            />
            <h3>{words.log}</h3>
            <Log of={log} />
            <div className="buttons">
              {after === '' ? null : (
                <Button small onClick={() => setAfter('')}>
                  {words.newest}
                </Button>
              )}
              {next === null ? null : (
                <Button small onClick={() => setAfter(next)}>
                  {words.older}
                </Button>
              )}
            </div>
            <CodeBlock label={words.sent} text={pretty(body)} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

/** An operator's look is written down each time, so nothing is looked at again by itself. */
function useOne(id: string, account: string | undefined, after: string) {
  const query = { after };
  const own = useRead('GET callbacks/:id', account === undefined ? { params: { id }, query } : null, { everyMs });
  const ofAll = useRead('GET operator/callbacks/:account/:id', account === undefined ? null : { params: { account, id }, query });
  return account === undefined ? own : ofAll;
}

function useReplay(id: string, account: string | undefined) {
  const own = useChange('POST callbacks/replay', { changes: ['GET callbacks', 'GET callbacks/:id'] });
  const ofAll = useChange('POST operator/callbacks/replay', {
    changes: ['GET operator/callbacks/:account', 'GET operator/callback-lanes'],
  });
  const { pending, error } = account === undefined ? own : ofAll;
  const run = () => (account === undefined ? own.run({ body: { id } }) : ofAll.run({ body: { accountId: Number(account), id } }));
  return { run, pending, error };
}

function Log({ of: log }: { of: RouteAnswer<'GET callbacks/:id'>['log'] }) {
  const words = useTexts(callbackTexts);
  const outcome = useOutcome();
  if (log.length === 0) return <p className="soft">{words.noAttempt}</p>;
  return (
    <Timeline
      label={words.log}
      steps={log.map(({ number, startedAt, ...exchange }) => ({
        key: number,
        title: `${words.attempt(number)} – ${outcome(exchange)}`,
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
