// Does a connector work? Each step on the way to the provider, in words, up to the one where it ends.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { connectorsTexts } from './texts.ts';
import './connectors.css';

type Step = RouteAnswer<'POST operator/connectors/try'>['steps'][number];

/** `draft`: as it is configured there; null: as it is in force. */
export function Trial({ kind, name, draft }: { kind: 'catalogue' | 'sms-routing'; name: string; draft: number | null }) {
  const words = useTexts(connectorsTexts);
  const { say } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/connectors/try');
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const tryOut = async (): Promise<void> => {
    const answer = await run({ body: { kind, name, draft } });
    if (answer !== null) setSteps(answer.steps);
  };
  return (
    <div className="stack">
      <div>
        <Button icon="plug" pending={pending} onClick={() => void tryOut()}>
          {words.try}
        </Button>
      </div>
      <p className="soft small">{words.tryHint}</p>
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      <div aria-live="polite">
        {steps.length === 0 ? null : (
          <ol className="trial" aria-label={words.steps}>
            {steps.map((step) => (
              <TrialStep key={step.step} step={step} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function TrialStep({ step: { step, ok, detail, why, tookMs } }: { step: Step }) {
  const words = useTexts(connectorsTexts);
  const { number } = useFormat();
  const known = detail in words.codes ? words.codes[detail as keyof typeof words.codes] : null;
  const said = [why === null ? null : words.why[why], known, known === null && detail !== '' ? detail : null].filter(
    (text) => text !== null,
  );
  return (
    <li className="trial-step">
      <p className="trial-head">
        <strong>{words.step[step]}</strong>
        <Badge tone={ok ? 'good' : 'bad'}>{ok ? words.stepOk : words.stepFailed}</Badge>
        {step === 'configuration' ? null : <span className="soft small">{words.took(number(tookMs))}</span>}
      </p>
      {said.length === 0 ? null : <p className="trial-said">{said.join(' ')}</p>}
    </li>
  );
}
