// What happens when the gateway wants a proof before a sensitive action? One dialog for all pages; afterwards the call goes out again by itself.

import { useEffect, useState } from 'react';
import { call, CallError, useMe, useSession, watchCalls } from '../api/index.ts';
import { useTexts } from '../language/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { layoutTexts } from './texts.ts';

/** Waits for calls that need a proof. Once, in the shell. */
export function StepUp() {
  // One proof is good for all that wait for it.
  const [waiting, setWaiting] = useState<readonly ((proved: boolean) => void)[]>([]);
  useEffect(() => {
    watchCalls({ onStepUp: () => new Promise<boolean>((resolve) => setWaiting((others) => [...others, resolve])) });
    return () => watchCalls({ onStepUp: () => Promise.resolve(false) });
  }, []);
  if (waiting.length === 0) return null;
  const end = (proved: boolean): void => {
    for (const answer of waiting) answer(proved);
    setWaiting([]);
  };
  return <StepUpDialog onEnd={end} />;
}

function StepUpDialog({ onEnd }: { onEnd(proved: boolean): void }) {
  const words = useTexts(layoutTexts).stepUp;
  const { renew } = useSession();
  const { stepUpBy } = useMe();
  const [error, setError] = useState<Error | null>(null);
  const [pending, setPending] = useState(false);
  const prove = async (proof: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      await proof();
      await renew();
      onEnd(true);
    } catch (failure) {
      setPending(false);
      setError(failure instanceof Error ? failure : new CallError('internal', 0));
    }
  };
  const byPasskey = (): Promise<void> =>
    prove(async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const { options } = await call('POST step-up/passkey/options', { body: {} });
      const response = await startAuthentication({ optionsJSON: options as never }).catch(() => {
        throw new CallError('wrongCode', 0);
      });
      await call('POST step-up', { body: { passkey: response as never } });
    });
  const field = stepUpBy.includes('code') ? 'code' : stepUpBy.includes('password') ? 'password' : null;
  return (
    <Dialog open title={words.title} onClose={() => onEnd(false)}>
      <Form
        error={error}
        onSend={(values) =>
          void prove(() =>
            call('POST step-up', { body: field === 'code' ? { code: values['code'] ?? '' } : { password: values['password'] ?? '' } }),
          )
        }
      >
        <p className="soft">{words.lead}</p>
        {field === 'code' ? (
          <Field name="code" label={words.code} hint={words.codeHint} autoComplete="one-time-code" required autoFocus />
        ) : null}
        {field === 'password' ? (
          <Field name="password" type="password" label={words.password} autoComplete="current-password" required autoFocus />
        ) : null}
        {field === null ? null : (
          <Button type="submit" look="primary" wide pending={pending}>
            {words.confirm}
          </Button>
        )}
        {stepUpBy.includes('passkey') ? (
          <Button icon="fingerprint" wide pending={pending} onClick={() => void byPasskey()}>
            {words.passkey}
          </Button>
        ) : null}
      </Form>
    </Dialog>
  );
}
