// How far is one claim, what was said about it, and what can the developer do?

import { useChange, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
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
import { claimTexts } from './texts.ts';
import './claims.css';

const lookEveryMs = 15_000;
const changes = { changes: ['GET claims', 'GET claims/:reference'] } satisfies Parameters<typeof useChange>[1];

export default function Claim({ params: { reference = '' } }: { params: Record<string, string> }) {
  const words = useTexts(claimTexts);
  const params = { reference };
  const read = useRead('GET claims/:reference', { params }, { everyMs: lookEveryMs });
  const say = useChange('POST claims/:reference/message', changes);
  const move = useChange('POST claims/:reference/move', changes);
  const may = useMay('POST claims/:reference/message');
  return (
    <Page
      title={read.answer?.subject ?? reference}
      back={{ to: '/claims', label: words.back }}
      {...(read.answer === undefined ? {} : { beside: <StatusBadge status={read.answer.status} /> })}
    >
      <Loaded read={read} lines={6}>
        {(claim) => (
          <div className="claim-columns">
            <div className="claim-column">
              <Conversation claim={claim} />
              {may && claim.status !== 'CLOSED' ? (
                <Reply {...say} onSay={async (message) => (await say.run({ params, body: { message } })) !== null} />
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
                    (await move.run({ params, body: { to, ...(message === '' ? {} : { message }) } })) !== null
                  }
                />
              ) : null}
              <Card title={words.facts}>
                <KeyValues
                  items={[
                    { label: words.reference, value: <Code>{claim.reference}</Code> },
                    { label: words.transaction, value: <Link to={`/transactions/${claim.transactionId}`}>{claim.transactionId}</Link> },
                    { label: words.externalId, value: <Code>{claim.externalId}</Code> },
                    { label: words.service, value: claim.serviceName },
                    { label: words.amount, value: <Money amount={claim.amount} currency={claim.currency} /> },
                    { label: words.opened, value: <When at={claim.openedAt} show="both" /> },
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
