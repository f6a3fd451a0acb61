// Page of one case: what is known about it, and the evidence of its transaction beside the
// decision that two users make.

import { useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { TransactionDetails } from '../transactions/facts.tsx';
import { StatusBadge } from '../transactions/status-badge.tsx';
import { Story } from '../transactions/story.tsx';
import { CloseForm } from './close-form.tsx';
import { ResolveForm } from './resolve-form.tsx';
import { caseMessages } from './messages.ts';
import './cases.css';
import type { Found } from './found-case.ts';
import { approvalPath } from '../approval-requests/approval-path.ts';

const everyMs = 15_000;

export default function Case({
  params: { account = '', id = '' },
}: {
  params: Record<string, string>;
}) {
  const messages = useMessages(caseMessages);
  const found = useRead(
    'GET operator/cases/:account/:id',
    { params: { account, id } },
    { everyMs },
  );
  const proofs = useRead('GET operator/transactions/:account/:id', { params: { account, id } });
  return (
    <Page
      title={messages.oneTitle(id)}
      back={{ to: '/cases', label: messages.title }}
      beside={proofs.answer === undefined ? null : <StatusBadge status={proofs.answer.status} />}
    >
      <div className="case-columns">
        <div className="case-column">
          <Loaded read={found} lines={4}>
            {(answer) => <Seen found={answer} />}
          </Loaded>
          <Loaded read={proofs} lines={12}>
            {(transaction) => (
              <>
                <Card title={messages.story} lead={messages.storyLead}>
                  <Story transaction={transaction} />
                </Card>
                <Card title={messages.terms}>
                  <TransactionDetails transaction={transaction} />
                </Card>
              </>
            )}
          </Loaded>
        </div>
        <div className="case-column case-decision">
          <Loaded read={found} lines={4}>
            {(answer) => <Decision found={answer} order={{ accountId: Number(account), id }} />}
          </Loaded>
        </div>
      </div>
    </Page>
  );
}

function Seen({ found: { cases, suspense, currency } }: { found: Found }) {
  const messages = useMessages(caseMessages);
  return (
    <Card title={messages.cases}>
      <div className="stack">
        {cases.length === 0 ? <p className="soft">{messages.noCases}</p> : null}
        {cases.map((each) => (
          <section key={each.caseId} className="stack">
            <h3 className="case-kind">
              {messages.kinds[each.kind]}{' '}
              {each.resolution === null ? null : (
                <Badge tone="good">{messages.resolutions[each.resolution]}</Badge>
              )}
            </h3>
            <p>{messages.kindHints[each.kind]}</p>
            <KeyValues
              items={[
                { label: messages.evidence, value: <span lang="en">{each.evidence}</span> },
                { label: messages.opened, value: <When at={each.openedAt} show="both" /> },
                {
                  label: messages.closed,
                  value: each.closedAt === null ? null : <When at={each.closedAt} show="both" />,
                },
                { label: messages.note, value: each.note },
                { label: messages.approvalRequest, value: each.approvalRequestId },
              ]}
            />
          </section>
        ))}
        {suspense === '0' ? null : (
          <Notice tone="warn" title={messages.suspense}>
            <Money amount={suspense} currency={currency} signed /> · {messages.suspenseHint}
          </Notice>
        )}
      </div>
    </Card>
  );
}

function Decision({ found, order }: { found: Found; order: { accountId: number; id: string } }) {
  const messages = useMessages(caseMessages);
  const may = useMay('POST operator/cases/resolve');
  const open = found.cases.find(({ mayBook, mayExplain }) => mayBook || mayExplain);
  if (found.waiting !== null) {
    return (
      <Notice tone="info" title={messages.waitingTitle}>
        <Link to={approvalPath(found.waiting)}>{messages.waitingLink(found.waiting)}</Link>
      </Notice>
    );
  }
  if (found.undecided === null && open === undefined) {
    return (
      <Notice tone="good" title={messages.nothingToDo}>
        {messages.nothingHint}
      </Notice>
    );
  }
  if (!may) return null;
  return (
    <>
      {found.undecided === null ? null : <ResolveForm order={order} undecided={found.undecided} />}
      {open === undefined ? null : <CloseForm order={order} open={open} />}
    </>
  );
}
