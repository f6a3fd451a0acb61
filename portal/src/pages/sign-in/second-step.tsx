// Form of the second factor: six digits of the app, a recovery code, or a passkey.

import { useState } from 'react';
import { call, CallError, useSession } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useArrive } from './arrive.ts';
import { signInMessages } from './messages.ts';
import { usePasskeySignIn } from './use-passkey.ts';

export function SecondStep() {
  const messages = useMessages(signInMessages).second;
  const { me, signOut } = useSession();
  const arrive = useArrive();
  const [recovery, setRecovery] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [pending, setPending] = useState(false);
  const passkey = usePasskeySignIn(setError);
  const hasTotp = me?.user.totp === true;
  const verify = async (code: string): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      const { next } = await call(recovery ? 'POST sign-in/recovery' : 'POST sign-in/totp', {
        body: { code: code.replace(/\s/g, '') },
      });
      await arrive(next);
    } catch (failure) {
      setError(failure instanceof CallError ? failure : new CallError('internal', 0));
    } finally {
      setPending(false);
    }
  };
  const leave = async (): Promise<void> => {
    await signOut();
  };
  return (
    <BarePage
      title={messages.title}
      lead={recovery || !hasTotp ? messages.recoveryLead : messages.lead}
      below={
        <Button variant="quiet" small onClick={() => void leave()}>
          {messages.back}
        </Button>
      }
    >
      <Form
        key={String(recovery)}
        error={error}
        onSend={(values) => void verify(values['code'] ?? '')}
      >
        {recovery || !hasTotp ? (
          <Field
            name="code"
            label={messages.recovery}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
          />
        ) : (
          <Field
            name="code"
            label={messages.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            autoFocus
          />
        )}
        <Button type="submit" variant="primary" wide pending={pending}>
          {messages.submit}
        </Button>
        {(me?.user.passkeys ?? 0) > 0 ? (
          <Button wide icon="fingerprint" pending={passkey.pending} onClick={passkey.start}>
            {messages.passkey}
          </Button>
        ) : null}
        {hasTotp ? (
          <Button variant="quiet" wide onClick={() => setRecovery(!recovery)}>
            {recovery ? messages.useCode : messages.useRecovery}
          </Button>
        ) : null}
      </Form>
    </BarePage>
  );
}
