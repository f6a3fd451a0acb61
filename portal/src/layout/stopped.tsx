// Banner above every page while nothing is initiated or sent: the database was restored, or the
// send journal cannot be written. Operators see why.

import { useMe } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { t } from '../language/message.ts';
import { Icon } from '../ui/icon.tsx';

const stoppedMessages = {
  label: t('Envois arrêtés', 'Sending is stopped'),
  stopped: t(
    'Aucun paiement ni SMS n’est envoyé en ce moment. Les montants et statuts affichés peuvent être incomplets.',
    'No payment or SMS is sent at present. The amounts and statuses shown may be incomplete.',
  ),
  recover: t(
    'Arrêtez tous les nœuds et lancez « jokko recover ».',
    'Stop all nodes and run “jokko recover”.',
  ),
  repair: t(
    'Vérifiez le disque et les droits de DATA_DIR sur ce nœud : les envois reprennent dès qu’il peut écrire.',
    'Check the disk and the permissions of DATA_DIR on this node: sending resumes as soon as it can write.',
  ),
  reason: t('Raison :', 'Reason:'),
};

/** Nothing while all is in order. */
export function Stopped() {
  const messages = useMessages(stoppedMessages);
  const { stopped } = useMe();
  if (stopped === null) return null;
  return (
    <section className="connection connection-lost" aria-label={messages.label} role="alert">
      <Icon name="alert" />
      <p>
        {messages.stopped}{' '}
        {stopped.reason === null ? null : (
          <>
            {stopped.mustRecover ? messages.recover : messages.repair} {messages.reason}{' '}
            <span lang="en">{stopped.reason}</span>
          </>
        )}
      </p>
    </section>
  );
}
