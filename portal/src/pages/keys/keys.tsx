// Which API keys does this account have?

import { useState } from 'react';
import { useLive, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { NeedsSecondFactor } from '../../layout/needs-second-factor.tsx';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { keyTones, shownId, type Key } from './key.ts';
import { KeyPanel } from './key-panel.tsx';
import { MadeKey } from './made-key.tsx';
import { NewKey } from './new-key.tsx';
import { keyTexts } from './texts.ts';

const filters = { after: textParam(), open: textParam() };

export default function Keys() {
  const words = useTexts(keyTexts);
  const [{ after, open }, change] = useSearch(filters);
  const keys = useRead('GET keys', { query: { after } });
  useLive(['account'], ['GET keys']);
  const may = useMay('POST keys');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const make = (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      {words.make}
    </Button>
  );
  const opened = keys.answer?.items.find(({ keyId }) => keyId === open);
  const takeOver = (apiKey: string): void => {
    setMaking(false);
    setMade(apiKey);
  };
  return (
    <Page title={words.title} lead={words.lead} actions={may ? make : null}>
      <NeedsSecondFactor />
      <Loaded read={keys}>
        {({ items, next }) => (
          <DataTable
            id="keys"
            caption={words.title}
            rows={items}
            rowKey={({ keyId }) => keyId}
            rowName={shownId}
            columns={columnsOf(words)}
            openKey={open}
            onOpen={({ keyId }) => change({ open: keyId })}
            loading={keys.loading}
            empty={
              <EmptyState icon="key" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
      {opened === undefined ? null : <KeyPanel key={open} of={opened} onMade={takeOver} onClose={() => change({ open: '' })} />}
      {making ? <NewKey onMade={takeOver} onEnd={() => setMaking(false)} /> : null}
      {made === null ? null : <MadeKey apiKey={made} onEnd={() => setMade(null)} />}
    </Page>
  );
}

function columnsOf(words: (typeof keyTexts)['fr']): Column<Key>[] {
  return [
    { key: 'id', header: words.id, cell: (key) => <code>{shownId(key)}</code> },
    { key: 'name', header: words.name, cell: ({ name }) => (name === '' ? <span className="soft">{words.unnamed}</span> : name) },
    { key: 'state', header: words.state, cell: ({ state }) => <Badge tone={keyTones[state]}>{words.states[state]}</Badge> },
    { key: 'scope', header: words.scope, cell: ({ scope }) => words.scopes[scope] },
    {
      key: 'services',
      header: words.services,
      extra: true,
      cell: ({ services }) => (services === null ? words.allServices : words.serviceCount(services.length)),
    },
    {
      key: 'addresses',
      header: words.addresses,
      extra: true,
      cell: ({ allowFrom }) => (allowFrom === null ? words.anyAddress : allowFrom.join(', ')),
    },
    { key: 'used', header: words.used, cell: ({ usedAt }) => (usedAt === null ? words.unused : <When at={usedAt} />) },
    { key: 'expires', header: words.expires, cell: ({ expiresAt }) => (expiresAt === null ? words.never : <When at={expiresAt} />) },
    { key: 'created', header: words.created, extra: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
}
