// Lists the passkeys of this user, and adds and removes them.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useErrorMessages, useRead, useSession } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { useAddPasskey } from './add-passkey.ts';
import { userMessages } from './messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import './user.css';

type Passkey = RouteAnswer<'GET passkeys'>['passkeys'][number];

export function PasskeysCard() {
  const messages = useMessages(userMessages.passkeys);
  const passkeys = useRead('GET passkeys', {});
  const [adding, setAdding] = useState(false);
  const add = (
    <Button small icon="plus" onClick={() => setAdding(true)}>
      {messages.add}
    </Button>
  );
  return (
    <Card title={messages.title} lead={messages.lead} actions={add}>
      <Loaded read={passkeys} lines={2}>
        {({ passkeys: list }) =>
          list.length === 0 ? <p className="soft">{messages.none}</p> : <PasskeyList list={list} />
        }
      </Loaded>
      <AddPasskey open={adding} onClose={() => setAdding(false)} />
    </Card>
  );
}

function PasskeyList({ list }: { list: readonly Passkey[] }) {
  const messages = useMessages(userMessages.passkeys);
  return (
    <ul className="factor">
      {list.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <p>{passkey.name}</p>
            <p className="soft small">
              {messages.added} <When at={passkey.addedAt} /> ·{' '}
              {passkey.usedAt === null ? (
                messages.never
              ) : (
                <>
                  {messages.used} <When at={passkey.usedAt} />
                </>
              )}
            </p>
          </div>
          <RemovePasskey passkey={passkey} />
        </li>
      ))}
    </ul>
  );
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const messages = useMessages(userMessages.passkeys);
  const { labelled } = useMessages(uiMessages);
  const { renew } = useSession();
  return (
    <Action
      route="POST passkeys/remove"
      body={{ id }}
      changes={['GET passkeys']}
      label={messages.remove}
      name={labelled(messages.remove, name)}
      small
      variant="quiet"
      ask={{
        title: messages.removeTitle(name),
        children: <p>{messages.removeBody}</p>,
        danger: true,
      }}
      done={() => {
        toast(messages.removed);
        void renew();
      }}
    />
  );
}

function AddPasskey({ open, onClose }: { open: boolean; onClose(): void }) {
  const { passkeys: messages, recovery } = useMessages(userMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { renew } = useSession();
  const { add, error, pending } = useAddPasskey();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const end = (): void => {
    setCodes(null);
    onClose();
    void renew();
  };
  const send = async (name: string): Promise<void> => {
    const fresh = await add(name.trim());
    if (fresh === undefined) return;
    toast(messages.done);
    if (fresh === null) end();
    else setCodes(fresh);
  };
  return (
    <Dialog
      open={open}
      onClose={end}
      title={codes === null ? messages.add : recovery.shown}
      firm={codes !== null}
    >
      {codes === null ? (
        <Form error={error} onSend={(values) => void send(values['name'] ?? '')}>
          <Field
            name="name"
            label={messages.name}
            hint={messages.nameHint}
            error={fieldMessageOf(error, 'name')}
            required
            autoFocus
          />
          <Button type="submit" variant="primary" icon="fingerprint" wide pending={pending}>
            {messages.add}
          </Button>
        </Form>
      ) : (
        <RecoveryCodes codes={codes} onDone={end} />
      )}
    </Dialog>
  );
}
