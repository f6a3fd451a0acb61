// Page of one claim: its state, its conversation, and what the developer can do.

import { defined } from '@jokko/contract/defined';
import { useChange, useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link } from '../../router/index.ts';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Conversation } from './conversation.tsx';
import { Moves } from './moves.tsx';
import { Reply } from './reply.tsx';
import { StatusBadge } from './status-badge.tsx';
import { claimMessages } from './messages.ts';
import './claims.css';

const checkEveryMs = 15_000;
const changes = { changes: ['GET claims', 'GET claims/:reference'] } satisfies Parameters<
  typeof useChange
>[1];

export default function Claim({ params: { reference = '' } }: { params: Record<string, string> }) {
  const messages = useMessages(claimMessages);
  const params = { reference };
  const read = useRead('GET claims/:reference', { params }, { everyMs: checkEveryMs });
  const messageOf = useChange('POST claims/:reference/message', changes);
  const move = useChange('POST claims/:reference/move', changes);
  const may = useMay('POST claims/:reference/message');
  return (
    <Page
      title={read.answer?.subject ?? reference}
      back={{ to: '/claims', label: messages.back }}
      {...defined({ beside: read.answer && <StatusBadge status={read.answer.status} /> })}
    >
      <Loaded read={read} lines={6}>
        {(claim) => (
          <div className="claim-columns">
            <div className="claim-column">
              <Conversation claim={claim} />
              {may && claim.status !== 'CLOSED' ? (
                <Reply
                  {...messageOf}
                  onSay={async (message) =>
                    (await messageOf.run({ params, body: { message } })) !== null
                  }
                />
              ) : null}
            </div>
            <div className="claim-column">
              {may ? (
                <Moves
                  {...move}
                  accepting
                  closed={claim.status === 'CLOSED'}
                  moves={claim.moves.filter((to) => to === 'CLOSED' || to === 'IN_PROGRESS')}
                  onMove={async (to, message) =>
                    (await move.run({
                      params,
                      body: { to, ...defined({ message: message || undefined }) },
                    })) !== null
                  }
                />
              ) : null}
              <Card title={messages.terms}>
                <KeyValues
                  items={[
                    { label: messages.reference, value: <Code>{claim.reference}</Code> },
                    {
                      label: messages.transaction,
                      value: (
                        <Link to={`/transactions/${claim.transactionId}`}>
                          {claim.transactionId}
                        </Link>
                      ),
                    },
                    { label: messages.externalId, value: <Code>{claim.externalId}</Code> },
                    { label: messages.service, value: claim.serviceName },
                    {
                      label: messages.amount,
                      value: <Money amount={claim.amount} currency={claim.currency} />,
                    },
                    { label: messages.opened, value: <When at={claim.openedAt} show="both" /> },
                  ]}
                />
              </Card>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
