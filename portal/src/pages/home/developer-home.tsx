// Home page of a developer: the state of the integration, and today's business. Refreshed on every
// event of the account.

import { useState } from 'react';
import { useRealtime, useMay, useMe, useRead } from '../../api/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { AccessCard } from './access-card.tsx';
import { FirstCall } from './first-call.tsx';
import { LetIn } from './let-in.tsx';
import { Steps, stepsOf } from './steps.tsx';
import { TodayMetrics } from './today.tsx';
import { Views } from './views.tsx';
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
        const ready = steps.every(({ state }) => state !== 'open');
        const metrics = <TodayMetrics home={answer} />;
        return (
          <>
            <LetIn letIn={answer.letIn} />
            <Views views={answer.views} />
            {ready ? metrics : null}
            <Steps steps={steps} answer={answer.steps} ready={ready} />
            {may ? <FirstCall called={answer.steps.call} /> : null}
            {ready ? null : metrics}
            <AccessCard />
          </>
        );
      }}
    </Loaded>
  );
}
