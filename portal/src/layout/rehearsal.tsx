// Banner above every page of a rehearsal: what looks like live is none.

import { useMe } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { t } from '../language/message.ts';
import { Icon } from '../ui/icon.tsx';

const rehearsalMessages = {
  label: t('Répétition', 'Rehearsal'),
  rehearsal: t(
    'Répétition : les règles de la production, les environnements de test des fournisseurs. L’argent est fictif et n’est versé à personne.',
    'Rehearsal: the rules of live mode, the test environments of the providers. The money is not real and is paid out to nobody.',
  ),
};

/** Nothing in the other modes. */
export function Rehearsal() {
  const messages = useMessages(rehearsalMessages);
  const { mode } = useMe();
  if (mode !== 'rehearsal') return null;
  return (
    <section className="shell-viewing" aria-label={messages.label}>
      <Icon name="flask" />
      <p>{messages.rehearsal}</p>
    </section>
  );
}
