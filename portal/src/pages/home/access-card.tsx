// Shows the user's role here.

import { useMe } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Card, KeyValues } from '../../ui/card.tsx';
import { homeMessages } from './messages.ts';

export function AccessCard() {
  const messages = useMessages(homeMessages);
  const { roles } = useMessages(layoutMessages);
  const { membership, mode } = useMe();
  if (membership === null) return null;
  return (
    <Card title={messages.you}>
      <KeyValues
        items={[
          {
            label: messages.side,
            value: membership.side === 'operator' ? messages.sideOperator : messages.sideDeveloper,
          },
          { label: messages.account, value: membership.accountName },
          { label: messages.role, value: roles[membership.role] },
          {
            label: messages.countries,
            value: membership.countries?.join(', ') ?? messages.allCountries,
          },
          { label: messages.mode, value: messages[mode] },
        ]}
      />
    </Card>
  );
}
