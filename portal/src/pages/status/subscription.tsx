// Page that the links of e-mails about incidents lead to: confirms a subscription or ends it. A
// button does it, since mail programs follow links by themselves.

import { useState } from 'react';
import { useChange } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { t } from '../../language/message.ts';
import { BarePage } from '../../layout/bare.tsx';
import { currentPlace } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';

const subscriptionMessages = {
  title: t('Abonnement aux incidents', 'Subscription to incidents'),
  confirmLead: t(
    'Confirmez que vous voulez recevoir les incidents par e-mail.',
    'Confirm that you want to get incidents by email.',
  ),
  endLead: t(
    'Vous ne recevrez plus les incidents, et votre adresse sera effacée.',
    'You will get no more incidents, and your address is removed.',
  ),
  confirm: t('Confirmer l’abonnement', 'Confirm the subscription'),
  end: t('Se désabonner', 'Unsubscribe'),
  confirmed: t('Abonnement confirmé.', 'Subscription confirmed.'),
  ended: t('Abonnement supprimé.', 'Subscription removed.'),
};

export default function Subscription() {
  const messages = useMessages(subscriptionMessages);
  const [{ key, ends }] = useState(readLink);
  const [done, setDone] = useState(false);
  const { run, error, pending } = useChange('POST public-status/subscription');
  const send = async (): Promise<void> =>
    setDone((await run({ body: { key, subscribed: !ends } })) !== null);
  return (
    <BarePage title={messages.title} lead={ends ? messages.endLead : messages.confirmLead}>
      {done ? (
        <Notice tone="good" live>
          {ends ? messages.ended : messages.confirmed}
        </Notice>
      ) : (
        <Form error={error} onSend={() => void send()}>
          <Button type="submit" variant="primary" wide pending={pending}>
            {ends ? messages.end : messages.confirm}
          </Button>
        </Form>
      )}
    </BarePage>
  );
}

/** Behind the # the key of the subscription, which browsers send nowhere. */
function readLink(): { key: string; ends: boolean } {
  const { hash, search } = currentPlace();
  return { key: hash.slice(1), ends: new URLSearchParams(search).get('end') === '1' };
}
