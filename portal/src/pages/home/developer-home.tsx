// Home page of a developer: first the steps to an integration; once some are done, the business and
// what needs attention. Refreshed on every event of the account.

import { useState, type ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRealtime, useMay, useMe, useRead } from '../../api/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { FirstCall } from './first-call.tsx';
import { LastTransactions } from './last-transactions.tsx';
import { LetIn } from './let-in.tsx';
import { Steps, stepsOf, type Step } from './steps.tsx';
import { TodayMetrics } from './today.tsx';
import { Views } from './views.tsx';
import { MonthCard } from './month-card.tsx';
import './home.css';

/** Until the first call: one that moves no money is told by no event. */
const checkEveryMs = 5_000;

export function DeveloperHome() {
  const { user } = useMe();
  const [looking, setLooking] = useState(true);
  const home = useRead('GET home', {}, looking ? { everyMs: checkEveryMs } : {});
  useRealtime(['operation', 'callback', 'account'], ['GET home']);
  const called = home.answer?.steps.call === true;
  if (called === looking) setLooking(!called);
  const may = useMay('GET home/first-call');
  return (
    <Loaded read={home} lines={8}>
      {(answer) => {
        const steps = stepsOf(answer.steps, user.totp || user.passkeys > 0);
        return (
          <>
            <LetIn letIn={answer.letIn} />
            <Views views={answer.views} />
            <Parts
              steps={steps}
              of={answer}
              call={may ? <FirstCall called={answer.steps.call} /> : null}
            />
          </>
        );
      }}
    </Loaded>
  );
}

/** With so many steps done, the business comes first and the steps are folded. */
const stepsToFold = 3;

/** Decided when the page opens: nothing moves away under who watches a step turn green. */
function Parts({
  steps,
  of,
  call,
}: {
  steps: readonly Step[];
  of: RouteAnswer<'GET home'>;
  call: ReactNode;
}) {
  const done = steps.filter(({ state }) => state === 'done').length;
  const [folded] = useState(done >= stepsToFold);
  const begin = (
    <>
      <Steps steps={steps} answer={of.steps} folded={folded} />
      {call}
    </>
  );
  return (
    <>
      {folded ? null : begin}
      <TodayMetrics home={of} />
      {folded ? (
        <>
          <MonthCard />
          <LastTransactions />
          {begin}
        </>
      ) : null}
    </>
  );
}
