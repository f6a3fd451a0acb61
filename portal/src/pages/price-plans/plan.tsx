// Page of one price plan: what it holds, and the developers that have it, as it is or as it was.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Link } from '../../router/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { pricePlanMessages } from './messages.ts';
import { PlanForm } from './plan-form.tsx';

type Plan = RouteAnswer<'GET operator/price-plans/:id'>;

export default function PricePlan({ params: { id = '' } }: { params: Record<string, string> }) {
  const messages = useMessages(pricePlanMessages);
  const read = useRead('GET operator/price-plans/:id', { params: { id } });
  return (
    <Page
      title={read.answer?.name ?? messages.plan}
      back={{ to: '/price-plans', label: messages.title }}
      lead={messages.servicesHint}
    >
      <Loaded read={read} lines={12}>
        {(plan) => (
          <>
            <DevelopersCard plan={plan} />
            <Content key={plan.version} plan={plan} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Content({ plan }: { plan: Plan }) {
  const messages = useMessages(pricePlanMessages);
  const may = useMay('POST operator/price-plans/save');
  const { run, pending, error } = useChange('POST operator/price-plans/save', {
    changes: ['GET operator/price-plans', 'GET operator/price-plans/:id'],
  });
  const { id, version } = plan;
  return (
    <PlanForm
      plan={plan}
      yes={messages.save}
      pending={pending}
      error={error}
      readOnly={!may}
      onSend={async (content) => {
        if ((await run({ body: { id, version, ...content } })) !== null) toast(messages.saved);
      }}
    />
  );
}

function DevelopersCard({ plan }: { plan: Plan }) {
  const { id, developers, developerCount, behindCount: behind } = plan;
  const messages = useMessages(pricePlanMessages);
  const { number } = useFormat();
  const update = (
    <Action
      route="POST operator/price-plans/apply"
      body={({ reason = '' }) => ({ id, reason })}
      changes={['GET operator/approval-requests']}
      label={messages.applyToAll(behind)}
      ask={{
        title: messages.applyToAll(behind),
        children: <p>{messages.applyToAllBody}</p>,
        note: { name: 'reason', label: messages.reason, hint: messages.reasonHint },
        yes: messages.ask,
      }}
      done={messages.asked}
    />
  );
  return (
    <Card title={messages.developers} actions={behind === 0 ? null : update} flush>
      {developerCount > developers.length ? (
        <Notice tone="info">
          {messages.firstDevelopers(number(developers.length), number(developerCount))}
        </Notice>
      ) : null}
      <DataTable
        id="price-plan-developers"
        caption={messages.developers}
        rows={developers}
        rowKey={(developer) => String(developer.id)}
        empty={<EmptyState icon="building" title={messages.noDevelopers} />}
        columns={[
          {
            key: 'name',
            header: messages.name,
            cell: (developer) => <Link to={`/developers/${developer.id}`}>{developer.name}</Link>,
          },
          {
            key: 'state',
            header: messages.state,
            cell: (developer) =>
              developer.behind ? (
                <Badge tone="warn">{messages.behind}</Badge>
              ) : (
                <Badge tone="good">{messages.upToDate}</Badge>
              ),
          },
          {
            key: 'applied',
            header: messages.appliedAt,
            cell: ({ appliedAt }) => <When at={appliedAt} />,
          },
        ]}
      />
    </Card>
  );
}
