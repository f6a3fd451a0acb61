// The operator's page of a claim: its subject, the evidence, and the answer.

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
import { Age } from './age.tsx';
import { Conversation } from './conversation.tsx';
import { Evidence } from './evidence.tsx';
import { Moves } from './moves.tsx';
import { Reply } from './reply.tsx';
import { StatusBadge } from './status-badge.tsx';
import { claimMessages } from './messages.ts';
import './claims.css';

const checkEveryMs = 15_000;
const changes = {
  changes: ['GET operator/claims', 'GET operator/claims/:reference'],
} satisfies Parameters<typeof useChange>[1];

export default function Case({ params: { reference = '' } }: { params: Record<string, string> }) {
  const messages = useMessages(claimMessages);
  const params = { reference };
  const read = useRead('GET operator/claims/:reference', { params }, { everyMs: checkEveryMs });
  const messageOf = useChange('POST operator/claims/:reference/message', changes);
  const move = useChange('POST operator/claims/:reference/move', changes);
  const may = useMay('POST operator/claims/:reference/move');
  return (
    <Page
      title={read.answer?.subject ?? reference}
      back={{ to: '/claim-queue', label: messages.back }}
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
              <Evidence claim={claim} />
            </div>
            <div className="claim-column">
              {may ? (
                <Moves
                  {...move}
                  closed={claim.status === 'CLOSED'}
                  moves={claim.moves.filter((to) => to !== 'OPENED')}
                  onMove={async (to, comment) =>
                    (await move.run({
                      params,
                      body: { to, ...defined({ comment: comment || undefined }) },
                    })) !== null
                  }
                />
              ) : null}
              <Card title={messages.terms}>
                <KeyValues
                  items={[
                    { label: messages.account, value: claim.accountName },
                    { label: messages.age, value: <Age claim={claim} /> },
                    {
                      label: messages.firstAnswer,
                      value:
                        claim.answeredAt === null ? null : (
                          <When at={claim.answeredAt} show="both" />
                        ),
                    },
                    { label: messages.opened, value: <When at={claim.openedAt} show="exact" /> },
                    {
                      label: messages.moved,
                      value:
                        claim.movedAt === null ? null : <When at={claim.movedAt} show="both" />,
                    },
                    { label: messages.reference, value: <Code>{claim.reference}</Code> },
                    {
                      label: messages.transaction,
                      value: (
                        <Link to={`/transactions/${claim.accountId}/${claim.transactionId}`}>
                          {claim.transactionId}
                        </Link>
                      ),
                    },
                    { label: messages.service, value: claim.serviceName },
                    {
                      label: messages.amount,
                      value: <Money amount={claim.amount} currency={claim.currency} />,
                    },
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
