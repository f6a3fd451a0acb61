// The newest transactions of the account, with a link to all.

import { useMay, useRead, useRealtime } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { FoundTransactions } from '../search/transactions.tsx';
import { homeMessages } from './messages.ts';

const shownMax = 10;

export function LastTransactions() {
  const messages = useMessages(homeMessages.last);
  const may = useMay('GET transactions');
  const read = useRead('GET transactions', may ? {} : null);
  useRealtime(['operation'], ['GET transactions']);
  if (!may) return null;
  return (
    <Card
      title={messages.title}
      flush
      actions={
        <ButtonLink to="/transactions" small>
          {messages.all}
        </ButtonLink>
      }
    >
      <Loaded read={read} lines={5}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="arrows" title={messages.none} />
          ) : (
            <FoundTransactions
              rows={items.slice(0, shownMax)}
              pathOf={({ id }) => `/transactions/${id}`}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
