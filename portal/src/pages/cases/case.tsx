// What is known about one case, and what can be done? The proofs of its transaction beside the decision that two persons make.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { TransactionFacts } from '../transactions/facts.tsx';
import { StatusBadge } from '../transactions/status-badge.tsx';
import { Story } from '../transactions/story.tsx';
import { CloseForm } from './close-form.tsx';
import { ResolveForm } from './resolve-form.tsx';
import { caseTexts } from './texts.ts';
import './cases.css';

export type Found = RouteAnswer<'GET operator/cases/:account/:id'>;

const everyMs = 15_000;

export default function Case({ params: { account = '', id = '' } }: { params: Record<string, string> }) {
  const words = useTexts(caseTexts);
  const found = useRead('GET operator/cases/:account/:id', { params: { account, id } }, { everyMs });
  const proofs = useRead('GET operator/transactions/:account/:id', { params: { account, id } });
  return (
    <Page
      title={words.oneTitle(id)}
      back={{ to: '/cases', label: words.title }}
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
                <Card title={words.story} lead={words.storyLead}>
                  <Story transaction={transaction} />
                </Card>
                <Card title={words.facts}>
                  <TransactionFacts transaction={transaction} />
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
  const words = useTexts(caseTexts);
  return (
    <Card title={words.cases}>
      <div className="stack">
        {cases.length === 0 ? <p className="soft">{words.noCases}</p> : null}
        {cases.map((each) => (
          <section key={each.caseId} className="stack">
            <h3 className="case-kind">
              {words.kinds[each.kind]} {each.resolution === null ? null : <Badge tone="good">{words.resolutions[each.resolution]}</Badge>}
            </h3>
            <p>{words.kindHints[each.kind]}</p>
            <KeyValues
              items={[
                { label: words.evidence, value: <span lang="en">{each.evidence}</span> },
                { label: words.opened, value: <When at={each.openedAt} show="both" /> },
                { label: words.closed, value: each.closedAt === null ? null : <When at={each.closedAt} show="both" /> },
                { label: words.note, value: each.note },
                { label: words.wish, value: each.wishId },
              ]}
            />
          </section>
        ))}
        {suspense === '0' ? null : (
          <Notice tone="warn" title={words.suspense}>
            <Money amount={suspense} currency={currency} signed /> · {words.suspenseHint}
          </Notice>
        )}
      </div>
    </Card>
  );
}

function Decision({ found, order }: { found: Found; order: { accountId: number; id: string } }) {
  const words = useTexts(caseTexts);
  const may = useMay('POST operator/cases/resolve');
  const open = found.cases.find(({ mayBook, mayExplain }) => mayBook || mayExplain);
  if (found.waiting !== null) {
    return (
      <Notice tone="info" title={words.waitingTitle}>
        <Link to={`/approvals?open=${found.waiting}`}>{words.waitingLink(found.waiting)}</Link>
      </Notice>
    );
  }
  if (found.undecided === null && open === undefined) {
    return (
      <Notice tone="good" title={words.nothingToDo}>
        {words.nothingHint}
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
