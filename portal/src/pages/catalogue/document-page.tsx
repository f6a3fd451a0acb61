// Page of a configuration document: what is in force, its drafts and its versions, each in a tab.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { addressOf, useMay, useRead, type Read } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConnectorsTable } from './connectors-table.tsx';
import { destinationMessages } from './destination-messages.ts';
import { DestinationsTable } from './destinations-table.tsx';
import { DraftsTab } from './drafts-tab.tsx';
import { ImportFile } from './import-file.tsx';
import type { Kind } from './kind.ts';
import { NewDraft } from './new-draft.tsx';
import { ServicesTable } from './services-table.tsx';
import { catalogueMessages } from './messages.ts';
import { VersionsTab } from './versions-tab.tsx';

const filters = {
  tab: choiceParam(['entries', 'connectors', 'drafts', 'versions'], 'entries'),
  after: textParam(),
  q: textParam(),
};

export function DocumentPage({ kind }: { kind: Kind }) {
  const messages = useMessages(catalogueMessages);
  const { number } = useFormat();
  const inForce = useRead('GET operator/documents/:kind', { params: { kind } });
  const sms = kind === 'sms-routing';
  const version = inForce.answer?.version;
  return (
    <Page
      title={sms ? messages.smsTitle : messages.title}
      lead={sms ? messages.smsLead : messages.lead}
      beside={
        version === undefined ? null : (
          <Badge tone="brand">
            {version === 0 ? messages.noVersion : messages.version(number(version))}
          </Badge>
        )
      }
      actions={<Actions kind={kind} version={version ?? 0} />}
    >
      <Parts kind={kind} inForce={inForce} />
    </Page>
  );
}

function Actions({ kind, version }: { kind: Kind; version: number }) {
  const messages = useMessages(catalogueMessages);
  const mayDraft = useMay('POST operator/drafts');
  const mayImport = useMay('POST operator/drafts/import');
  const mayExport = useMay('GET operator/documents/:kind/file');
  const [asked, setAsked] = useState<'draft' | 'import' | null>(null);
  const end = (): void => setAsked(null);
  return (
    <>
      {mayExport && version > 0 ? (
        <Button
          icon="download"
          onClick={() =>
            location.assign(addressOf('GET operator/documents/:kind/file', { params: { kind } }))
          }
        >
          {messages.exportFile}
        </Button>
      ) : null}
      {mayImport ? (
        <Button icon="upload" onClick={() => setAsked('import')}>
          {messages.importFile}
        </Button>
      ) : null}
      {mayDraft ? (
        <Button variant="primary" icon="plus" onClick={() => setAsked('draft')}>
          {messages.newDraft}
        </Button>
      ) : null}
      {asked === 'draft' ? <NewDraft kind={kind} from={null} onEnd={end} /> : null}
      {asked === 'import' ? <ImportFile kind={kind} onEnd={end} /> : null}
    </>
  );
}

/** Routing of SMS has destinations instead of services. */
function Parts({
  kind,
  inForce,
}: {
  kind: Kind;
  inForce: Read<RouteAnswer<'GET operator/documents/:kind'>>;
}) {
  const messages = useMessages(catalogueMessages);
  const destinationLabels = useMessages(destinationMessages);
  const [{ tab, after, q }, change] = useSearch(filters);
  const sms = kind === 'sms-routing';
  const services = () => (
    <Loaded read={inForce} lines={8}>
      {(answer) => (
        <ServicesTable
          services={answer.services}
          currencies={answer.currencies}
          search={q}
          after={after}
          onChange={(next) => change(next, { push: next.after !== '' })}
        />
      )}
    </Loaded>
  );
  const destinations = () => (
    <Loaded read={inForce} lines={8}>
      {(answer) => (
        <DestinationsTable
          destinations={answer.destinations}
          after={after}
          onPage={(to) => change({ after: to }, { push: true })}
        />
      )}
    </Loaded>
  );
  return (
    <Tabs
      label={messages.parts.tabs}
      value={tab}
      onChange={(next) => change({ tab: next, after: '', q: '' }, { push: true })}
      tabs={[
        sms
          ? { value: 'entries', label: destinationLabels.tab, content: destinations }
          : { value: 'entries', label: messages.parts.services, content: services },
        {
          value: 'connectors',
          label: sms ? messages.parts.links : messages.parts.connectors,
          content: () => (
            <Loaded read={inForce}>
              {({ connectors }) => <ConnectorsTable connectors={connectors} switched={!sms} />}
            </Loaded>
          ),
        },
        {
          value: 'drafts',
          label: messages.parts.drafts,
          content: () => (
            <Loaded read={inForce}>
              {({ drafts }) => <DraftsTab kind={kind} drafts={drafts} />}
            </Loaded>
          ),
        },
        {
          value: 'versions',
          label: messages.parts.versions,
          content: () => <VersionsTab kind={kind} />,
        },
      ]}
    />
  );
}
