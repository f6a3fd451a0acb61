// Shows a connection test of a connector: each step on the way to the provider, in words, up to
// the one where it ends.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { connectorsMessages } from './messages.ts';
import './connectors.css';

type Step = RouteAnswer<'POST operator/connectors/test'>['steps'][number];

/** `draft`: as it is configured there; null: as it is in force. */
export function ConnectionTest({
  kind,
  name,
  draft,
}: {
  kind: 'catalogue' | 'sms-routing';
  name: string;
  draft: number | null;
}) {
  const messages = useMessages(connectorsMessages);
  const { messageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/connectors/test');
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const tryOut = async (): Promise<void> => {
    const answer = await run({ body: { kind, name, draft } });
    if (answer !== null) setSteps(answer.steps);
  };
  return (
    <div className="stack">
      <div>
        <Button icon="plug" pending={pending} onClick={() => void tryOut()}>
          {messages.try}
        </Button>
      </div>
      <p className="soft small">{messages.tryHint}</p>
      {error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      <div aria-live="polite">
        {steps.length === 0 ? null : (
          <ol className="trial" aria-label={messages.steps}>
            {steps.map((step) => (
              <ConnectionTestStepName key={step.step} step={step} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function ConnectionTestStepName({ step: { step, ok, detail, why, tookMs } }: { step: Step }) {
  const messages = useMessages(connectorsMessages);
  const { duration } = useFormat();
  const known =
    detail in messages.codes ? messages.codes[detail as keyof typeof messages.codes] : null;
  const said = [
    why === null ? null : messages.why[why],
    known,
    known === null && detail !== '' ? detail : null,
  ].filter((text) => text !== null);
  return (
    <li className="trial-step">
      <p className="trial-head">
        <strong>{messages.step[step]}</strong>
        <Badge tone={ok ? 'good' : 'bad'}>{ok ? messages.stepOk : messages.stepFailed}</Badge>
        {step === 'configuration' ? null : <span className="soft small">{duration(tookMs)}</span>}
      </p>
      {said.length === 0 ? null : <p className="trial-said">{said.join(' ')}</p>}
    </li>
  );
}
