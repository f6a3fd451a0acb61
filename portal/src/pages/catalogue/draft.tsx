// Page of a draft: its differences from what is in force, its entries in forms, its text, and its
// publication.

import { useState } from 'react';
import { useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChangeList } from './change-list.tsx';
import { ConnectorForm } from './connector-form.tsx';
import { ConnectorsTable, type ConnectorEntry } from './connectors-table.tsx';
import type { Kind } from './kind.ts';
import { DraftActions } from './draft-actions.tsx';
import type { Draft } from './draft-type.ts';
import { DraftNotices } from './draft-notices.tsx';
import { ProblemList } from './problem-list.tsx';
import { ServiceForm } from './service-form.tsx';
import { ServicesTable, type Service } from './services-table.tsx';
import { formMessages } from './form-messages.ts';
import { catalogueMessages } from './messages.ts';
import { TextTab } from './text-tab.tsx';

export default function DraftPage({ params }: { params: Record<string, string> }) {
  const messages = useMessages(catalogueMessages);
  const kind: Kind = params['kind'] === 'sms-routing' ? 'sms-routing' : 'catalogue';
  const read = useRead('GET operator/drafts/:kind/:id', {
    params: { kind, id: params['id'] ?? '' },
  });
  const back = {
    to: kind === 'catalogue' ? '/catalogue?tab=drafts' : '/sms-routing?tab=drafts',
    label: messages.titles[kind],
  };
  const draft = read.answer;
  if (draft === undefined) {
    return (
      <Page title={messages.draft} back={back}>
        <Loaded read={read} lines={8}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return (
    <Page
      title={draft.title}
      back={back}
      beside={<DraftState draft={draft} />}
      actions={<DraftActions draft={{ ...draft, kind }} />}
    >
      <DraftNotices draft={{ ...draft, kind }} />
      <ProblemList problems={draft.problems} />
      <DraftTabs draft={{ ...draft, kind }} />
    </Page>
  );
}

function DraftState({
  draft: { published, dropped, approvalRequest },
}: {
  draft: Omit<Draft, 'kind'>;
}) {
  const messages = useMessages(catalogueMessages);
  if (published !== null) return <Badge tone="good">{messages.published}</Badge>;
  if (dropped) return <Badge>{messages.dropped}</Badge>;
  return approvalRequest?.state === 'open' && approvalRequest.current ? (
    <Badge tone="warn">{messages.waiting}</Badge>
  ) : (
    <Badge icon="edit">{messages.working}</Badge>
  );
}

const filters = {
  tab: choiceParam(['changes', 'services', 'connectors', 'text'], 'changes'),
  q: textParam(),
  after: textParam(),
};

function DraftTabs({ draft }: { draft: Draft }) {
  const messages = useMessages(catalogueMessages);
  const [{ tab, q, after }, change] = useSearch(filters);
  const open = draft.published === null && !draft.dropped;
  const mayService = useMay('POST operator/drafts/service') && open;
  const mayConnector = useMay('POST operator/drafts/connector') && open;
  const mayText = useMay('GET operator/drafts/:kind/:id/text');
  const sms = draft.kind === 'sms-routing';
  return (
    <Tabs
      label={messages.parts.tabs}
      value={sms && tab === 'services' ? 'changes' : tab}
      onChange={(next) => change({ tab: next, q: '', after: '' }, { push: true })}
      tabs={[
        {
          value: 'changes' as const,
          label: messages.parts.changes,
          content: () => <ChangeList changes={draft.changes} none={messages.nothingChanged} />,
        },
        ...(sms
          ? []
          : [
              {
                value: 'services' as const,
                label: messages.parts.services,
                content: () => (
                  <Services
                    draft={draft}
                    may={mayService}
                    search={q}
                    after={after}
                    onChange={change}
                  />
                ),
              },
            ]),
        {
          value: 'connectors' as const,
          label: sms ? messages.parts.links : messages.parts.connectors,
          content: () => <Connectors draft={draft} may={mayConnector} />,
        },
        ...(mayText
          ? [
              {
                value: 'text' as const,
                label: messages.parts.text,
                content: () => <TextTab draft={draft} may={open} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Services({
  draft,
  may,
  ...search
}: { draft: Draft; may: boolean } & Pick<
  Parameters<typeof ServicesTable>[0],
  'search' | 'after' | 'onChange'
>) {
  const messages = useMessages(catalogueMessages);
  const [edited, setEdited] = useState<Service | 'new' | null>(null);
  return (
    <div className="stack">
      {may ? (
        <div className="buttons">
          <Button icon="plus" onClick={() => setEdited('new')}>
            {messages.addService}
          </Button>
        </div>
      ) : null}
      <ServicesTable
        services={draft.services}
        currencies={draft.currencies}
        {...search}
        {...(may && { onEdit: setEdited })}
      />
      {edited === null ? null : (
        <ServiceForm
          draft={draft}
          service={edited === 'new' ? null : edited}
          onEnd={() => setEdited(null)}
        />
      )}
    </div>
  );
}

function Connectors({ draft, may }: { draft: Draft; may: boolean }) {
  const formLabels = useMessages(formMessages);
  const [edited, setEdited] = useState<ConnectorEntry | 'new' | null>(null);
  return (
    <div className="stack">
      {may ? (
        <div className="buttons">
          <Button icon="plus" onClick={() => setEdited('new')}>
            {draft.kind === 'catalogue' ? formLabels.connector.add : formLabels.connector.addLink}
          </Button>
        </div>
      ) : null}
      <ConnectorsTable
        connectors={draft.connectors}
        switched={draft.kind === 'catalogue'}
        {...(may && { onEdit: setEdited })}
      />
      {edited === null ? null : (
        <ConnectorForm
          draft={draft}
          entry={edited === 'new' ? null : edited}
          onEnd={() => setEdited(null)}
        />
      )}
    </div>
  );
}
