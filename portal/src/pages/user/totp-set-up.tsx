// Sets up an authenticator app: the secret as a QR code and as text, then a first code as proof.
// In force only after that.

import { useEffect, useRef, useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Skeleton, ErrorState } from '../../ui/states.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { userMessages } from './messages.ts';
import './user.css';

/** `onDone` gets the recovery codes when this was the first second factor. */
export function TotpSetUp({ onDone }: { onDone(recoveryCodes: string[] | null): void }) {
  const messages = useMessages(userMessages.totp);
  const { fieldMessageOf } = useErrorMessages();
  const begin = useChange('POST totp/begin');
  const confirm = useChange('POST totp/confirm', { changes: ['GET me'] });
  const [secret, setSecret] = useState<{ uri: string; secret: string } | null>(null);
  const begun = useRef(false);
  const { run } = begin;
  useEffect(() => {
    // Once, although pages are drawn twice while developing: each call makes another secret.
    if (begun.current) return;
    begun.current = true;
    void run({ body: {} }).then(setSecret);
  }, [run]);
  if (secret === null)
    return begin.error === null ? <Skeleton lines={6} /> : <ErrorState error={begin.error} />;
  const send = async (code: string): Promise<void> => {
    const answer = await confirm.run({ body: { code: code.replace(/\s/g, '') } });
    if (answer !== null) onDone(answer.recoveryCodes);
  };
  return (
    <div className="stack">
      <div className="totp">
        <QrCode text={secret.uri} label={messages.qr} />
        <div className="stack stack-s">
          <p>{messages.scan}</p>
          <p className="soft small">{messages.manual}</p>
          <Code>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
        </div>
      </div>
      <Form error={confirm.error} onSend={(values) => void send(values['code'] ?? '')}>
        <Field
          name="code"
          label={messages.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={fieldMessageOf(confirm.error, 'code')}
          required
        />
        <Button type="submit" variant="primary" wide pending={confirm.pending}>
          {messages.confirm}
        </Button>
      </Form>
    </div>
  );
}
