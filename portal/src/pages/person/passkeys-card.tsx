// Which passkeys does this person have, and how does one come or go?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords, useRead, useSession } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { useAddPasskey } from './add-passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { personTexts } from './texts.ts';
import './person.css';

type Passkey = RouteAnswer<'GET passkeys'>['passkeys'][number];

export function PasskeysCard() {
  const { passkeys: words } = useTexts(personTexts);
  const passkeys = useRead('GET passkeys', {});
  const [adding, setAdding] = useState(false);
  const [going, setGoing] = useState<Passkey | null>(null);
  const add = (
    <Button small icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Card title={words.title} lead={words.lead} actions={add}>
      <Loaded read={passkeys} lines={2}>
        {({ passkeys: list }) =>
          list.length === 0 ? <p className="soft">{words.none}</p> : <PasskeyList list={list} onRemove={setGoing} />
        }
      </Loaded>
      <AddPasskey open={adding} onClose={() => setAdding(false)} />
      {going === null ? null : <RemovePasskey passkey={going} onEnd={() => setGoing(null)} />}
    </Card>
  );
}

function PasskeyList({ list, onRemove }: { list: readonly Passkey[]; onRemove(passkey: Passkey): void }) {
  const { passkeys: words } = useTexts(personTexts);
  return (
    <ul className="factor">
      {list.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <p>{passkey.name}</p>
            <p className="soft small">
              {words.added} <When at={passkey.addedAt} /> ·{' '}
              {passkey.usedAt === null ? (
                words.never
              ) : (
                <>
                  {words.used} <When at={passkey.usedAt} />
                </>
              )}
            </p>
          </div>
          <Button look="quiet" small aria-label={`${words.remove} : ${passkey.name}`} onClick={() => onRemove(passkey)}>
            {words.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function RemovePasskey({ passkey: { id, name }, onEnd }: { passkey: Passkey; onEnd(): void }) {
  const { passkeys: words } = useTexts(personTexts);
  const { renew } = useSession();
  const { run, pending, error } = useChange('POST passkeys/remove', { changes: ['GET passkeys'] });
  const takeAway = async (): Promise<void> => {
    if ((await run({ body: { id } })) === null) return;
    onEnd();
    toast(words.removed);
    void renew();
  };
  return (
    <Confirm
      open
      title={words.removeTitle(name)}
      yes={words.remove}
      danger
      pending={pending}
      error={error}
      onYes={() => void takeAway()}
      onClose={onEnd}
    >
      <p>{words.removeWords}</p>
    </Confirm>
  );
}

function AddPasskey({ open, onClose }: { open: boolean; onClose(): void }) {
  const { passkeys: words, recovery } = useTexts(personTexts);
  const { sayField } = useErrorWords();
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
    toast(words.done);
    if (fresh === null) end();
    else setCodes(fresh);
  };
  return (
    <Dialog open={open} onClose={end} title={codes === null ? words.add : recovery.shown} firm={codes !== null}>
      {codes === null ? (
        <Form error={error} onSend={(values) => void send(values['name'] ?? '')}>
          <Field name="name" label={words.name} hint={words.nameHint} error={sayField(error, 'name')} required autoFocus />
          <Button type="submit" look="primary" icon="fingerprint" wide pending={pending}>
            {words.add}
          </Button>
        </Form>
      ) : (
        <RecoveryCodes codes={codes} onDone={end} />
      )}
    </Dialog>
  );
}
