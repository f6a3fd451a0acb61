// What is asked before a signing secret is made, changed or forgotten? `onEnd` gets the secret that was made, to be shown once.

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { signingTexts } from './texts.ts';

interface Props {
  onEnd(secret: string | null): void;
}
const overlaps = ['0', '1', '24', '168', '720'] as const;

export function RotateWebhook({ onEnd }: Props) {
  const words = useTexts(signingTexts);
  return <Rotate route="POST signing/webhook/rotate" title={words.rotateWebhook} onEnd={onEnd} />;
}

export function RotateHmac({ onEnd }: Props) {
  const words = useTexts(signingTexts);
  return <Rotate route="POST signing/hmac/rotate" title={words.rotateHmac} onEnd={onEnd} />;
}

function Rotate({ route, title, onEnd }: Props & { route: 'POST signing/webhook/rotate' | 'POST signing/hmac/rotate'; title: string }) {
  const words = useTexts(signingTexts);
  const { run, pending, error } = useChange(route, { changes: ['GET signing'] });
  const [overlap, setOverlap] = useState('24');
  const rotate = async (): Promise<void> => {
    const answer = await run({ body: { overlapHours: Number(overlap) } });
    if (answer !== null) onEnd(answer.secret);
  };
  return (
    <Confirm open title={title} yes={words.rotate} pending={pending} error={error} onYes={() => void rotate()} onClose={() => onEnd(null)}>
      <p>{words.rotateWords}</p>
      <Select
        label={words.overlap}
        value={overlap}
        options={overlaps.map((value) => ({ value, label: words.overlaps[value] }))}
        onChange={(event) => setOverlap(event.target.value)}
      />
    </Confirm>
  );
}

export function SwitchHmac({ on, onEnd }: Props & { on: boolean }) {
  const words = useTexts(signingTexts);
  const { run, pending, error } = useChange('POST signing/hmac', { changes: ['GET signing'] });
  const change = async (): Promise<void> => {
    const answer = await run({ body: { on } });
    if (answer === null) return;
    if (!on) toast(words.turnedOff);
    onEnd(answer.secret);
  };
  return (
    <Confirm
      open
      title={on ? words.turnOnTitle : words.turnOffTitle}
      yes={on ? words.turnOn : words.turnOff}
      danger={!on}
      pending={pending}
      error={error}
      onYes={() => void change()}
      onClose={() => onEnd(null)}
    >
      <p>{on ? words.turnOnWords : words.turnOffWords}</p>
    </Confirm>
  );
}

export function FinishRotation({ onEnd }: Props) {
  const words = useTexts(signingTexts);
  const { run, pending, error } = useChange('POST signing/hmac/finish', { changes: ['GET signing'] });
  const finish = async (): Promise<void> => {
    if ((await run({ body: {} })) === null) return;
    toast(words.finished);
    onEnd(null);
  };
  return (
    <Confirm
      open
      title={words.finishTitle}
      yes={words.finish}
      pending={pending}
      error={error}
      onYes={() => void finish()}
      onClose={() => onEnd(null)}
    >
      <p>{words.finishWords}</p>
    </Confirm>
  );
}
