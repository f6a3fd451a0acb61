// Sign-in page: e-mail and password, then the second factor; or a passkey alone.

import { useEffect, useState } from 'react';
import { call, CallError, useRead, useSession } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Link, navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Password } from '../../ui/password.tsx';
import { useArrive, wantedPage } from './arrive.ts';
import { SecondStep } from './second-step.tsx';
import { signInMessages } from './messages.ts';
import { usePasskeySignIn } from './use-passkey.ts';

export default function SignIn() {
  const { me } = useSession();
  useEffect(() => {
    if (me?.next === 'done') navigate(wantedPage(), { replace: true });
    if (me?.next === 'set-up-second-factor') navigate('/second-factor', { replace: true });
  }, [me]);
  return me?.next === 'second-factor' ? <SecondStep /> : <FirstStep />;
}

function FirstStep() {
  const messages = useMessages(signInMessages).signIn;
  const installation = useRead('GET installation', {}, { freshMs: 60_000 }).answer;
  const arrive = useArrive();
  const [error, setError] = useState<Error | null>(null);
  const [pending, setPending] = useState(false);
  const passkey = usePasskeySignIn(setError);
  const signIn = async (email: string, password: string): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      const { next } = await call('POST sign-in', { body: { email: email.trim(), password } });
      await arrive(next);
    } catch (failure) {
      setError(failure instanceof CallError ? failure : new CallError('internal', 0));
    } finally {
      setPending(false);
    }
  };
  return (
    <BarePage
      title={messages.title}
      lead={messages.lead}
      below={
        <div className="stack stack-s">
          {installation?.registration === true ? (
            <p>
              {messages.register} <Link to="/register">{messages.registerLink}</Link>
            </p>
          ) : null}
          <p>{messages.forgotten}</p>
        </div>
      }
    >
      <div className="stack">
        <Form
          error={error}
          onSend={(values) => void signIn(values['email'] ?? '', values['password'] ?? '')}
        >
          <Field
            name="email"
            type="email"
            label={messages.email}
            autoComplete="username webauthn"
            autoCapitalize="none"
            required
          />
          <Password name="password" label={messages.password} required />
          <Button type="submit" variant="primary" wide pending={pending}>
            {messages.submit}
          </Button>
        </Form>
        <p className="or">{messages.or}</p>
        <Button wide icon="fingerprint" pending={passkey.pending} onClick={passkey.start}>
          {messages.passkey}
        </Button>
      </div>
    </BarePage>
  );
}
