// Asks for a proof when the gateway demands one before a sensitive action. One dialog for all
// pages; afterwards the call is repeated automatically.

import { useEffect, useState } from 'react';
import { call, CallError, useMe, useSession, watchCalls } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { layoutMessages } from './messages.ts';

/** Waits for calls that need a proof. Once, in the shell. */
export function StepUp() {
  // One proof is good for all that wait for it.
  const [waiting, setWaiting] = useState<readonly ((proved: boolean) => void)[]>([]);
  useEffect(() => {
    watchCalls({
      onStepUp: () =>
        new Promise<boolean>((resolve) => setWaiting((others) => [...others, resolve])),
    });
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
  const messages = useMessages(layoutMessages).stepUp;
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
  const field = stepUpBy.includes('code')
    ? 'code'
    : stepUpBy.includes('password')
      ? 'password'
      : null;
  return (
    <Dialog open title={messages.title} onClose={() => onEnd(false)}>
      <Form
        error={error}
        onSend={(values) =>
          void prove(() =>
            call('POST step-up', {
              body:
                field === 'code'
                  ? { code: values['code'] ?? '' }
                  : { password: values['password'] ?? '' },
            }),
          )
        }
      >
        <p className="soft">{messages.lead}</p>
        {field === 'code' ? (
          <Field
            name="code"
            label={messages.code}
            hint={messages.codeHint}
            autoComplete="one-time-code"
            required
            autoFocus
          />
        ) : null}
        {field === 'password' ? (
          <Field
            name="password"
            type="password"
            label={messages.password}
            autoComplete="current-password"
            required
            autoFocus
          />
        ) : null}
        {field === null ? null : (
          <Button type="submit" variant="primary" wide pending={pending}>
            {messages.confirm}
          </Button>
        )}
        {stepUpBy.includes('passkey') ? (
          <Button icon="fingerprint" wide pending={pending} onClick={() => void byPasskey()}>
            {messages.passkey}
          </Button>
        ) : null}
      </Form>
    </Dialog>
  );
}
