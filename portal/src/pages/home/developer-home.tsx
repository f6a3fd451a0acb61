// Does the integration work, and how is business today? Read anew whenever something happens to the account.

import { useState } from 'react';
import { useLive, useMay, useMe, useRead } from '../../api/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { AccessCard } from './access-card.tsx';
import { FirstCall } from './first-call.tsx';
import { LetIn } from './let-in.tsx';
import { Steps, stepsOf } from './steps.tsx';
import { TodayFigures } from './today.tsx';
import './home.css';

/** Until the first call: one that moves no money is told by no event. */
const lookEveryMs = 5_000;

export function DeveloperHome() {
  const { person } = useMe();
  const [looking, setLooking] = useState(true);
  const home = useRead('GET home', {}, looking ? { everyMs: lookEveryMs } : {});
  useLive(['operation', 'callback', 'account'], ['GET home']);
  const called = home.answer?.steps.call === true;
  if (called === looking) setLooking(!called);
  const may = useMay('GET home/first-call');
  return (
    <Loaded read={home} lines={8}>
      {(answer) => {
        const steps = stepsOf(answer.steps, person.totp || person.passkeys > 0);
        const ready = steps.every(({ state }) => state !== 'open');
        const figures = <TodayFigures home={answer} />;
        return (
          <>
            <LetIn letIn={answer.letIn} />
            {ready ? figures : null}
            <Steps steps={steps} answer={answer.steps} ready={ready} />
            {may ? <FirstCall called={answer.steps.call} /> : null}
            {ready ? null : figures}
            <AccessCard />
          </>
        );
      }}
    </Loaded>
  );
}
