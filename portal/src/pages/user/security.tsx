// Security page of the user's own account: password, second factors, recovery codes and sessions,
// each a card of its own.

import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { userMessages } from './messages.ts';
import { TotpCard } from './totp-card.tsx';

export default function Security() {
  const messages = useMessages(userMessages.security);
  return (
    <Page title={messages.title} lead={messages.lead} narrow>
      <TotpCard />
      <PasskeysCard />
      <RecoveryCard />
      <PasswordCard />
      <SessionsCard />
    </Page>
  );
}
