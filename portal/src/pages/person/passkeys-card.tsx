// Which passkeys does this person have, and how does one come or go?

import { useState } from 'react';
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

export function PasskeysCard() {
  const { passkeys: words } = useTexts(personTexts);
  const passkeys = useRead('GET passkeys', {});
  const { renew } = useSession();
  const [adding, setAdding] = useState(false);
  const [going, setGoing] = useState<{ id: number; name: string } | null>(null);
  const remove = useChange('POST passkeys/remove', { changes: ['GET passkeys'] });
  const takeAway = async (id: number): Promise<void> => {
    if ((await remove.run({ body: { id } })) === null) return;
    setGoing(null);
    toast(words.removed);
    void renew();
  };
  return (
    <Card
      title={words.title}
      lead={words.lead}
      actions={
        <Button small icon="plus" onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <Loaded read={passkeys} lines={2}>
        {({ passkeys: list }) =>
          list.length === 0 ? (
            <p className="soft">{words.none}</p>
          ) : (
            <ul className="factor">
              {list.map(({ id, name, addedAt, usedAt }) => (
                <li key={id}>
                  <div>
                    <p>{name}</p>
                    <p className="soft small">
                      {words.added} <When at={addedAt} /> ·{' '}
                      {usedAt === null ? (
                        words.never
                      ) : (
                        <>
                          {words.used} <When at={usedAt} />
                        </>
                      )}
                    </p>
                  </div>
                  <Button look="quiet" small aria-label={`${words.remove} : ${name}`} onClick={() => setGoing({ id, name })}>
                    {words.remove}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddPasskey open={adding} onClose={() => setAdding(false)} />
      <Confirm
        open={going !== null}
        title={words.removeTitle(going?.name ?? '')}
        yes={words.remove}
        danger
        pending={remove.pending}
        error={remove.error}
        onYes={() => going !== null && void takeAway(going.id)}
        onClose={() => {
          setGoing(null);
          remove.reset();
        }}
      >
        <p>{words.removeWords}</p>
      </Confirm>
    </Card>
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
