// Lists the API keys of this account.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { type InLanguage, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { NeedsSecondFactor } from '../../layout/needs-second-factor.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { shownId, type Key } from './key.ts';
import { KeyPanel } from './key-panel.tsx';
import { MadeKey } from './made-key.tsx';
import { NewKey } from './new-key.tsx';
import { keyMessages } from './messages.ts';

export default function Keys() {
  const messages = useMessages(keyMessages);
  const list = useList('GET keys', { live: ['account'] });
  const may = useMay('POST keys');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const takeOver = (apiKey: string): void => {
    setMaking(false);
    setMade(apiKey);
  };
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={
        may ? (
          <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
            {messages.make}
          </Button>
        ) : null
      }
      above={<NeedsSecondFactor />}
      list={list}
      id="keys"
      rowKey={({ keyId }) => keyId}
      rowName={shownId}
      panel={({ row, onClose }) => row && <KeyPanel of={row} onMade={takeOver} onClose={onClose} />}
      columns={columnsOf(messages)}
      empty={{ icon: 'key', title: messages.none, hint: messages.noneHint }}
    >
      {making ? <NewKey onMade={takeOver} onEnd={() => setMaking(false)} /> : null}
      {made === null ? null : <MadeKey apiKey={made} onEnd={() => setMade(null)} />}
    </ListPage>
  );
}

function columnsOf(messages: InLanguage<typeof keyMessages>): Column<Key>[] {
  return [
    { key: 'id', header: messages.id, cell: (key) => <code>{shownId(key)}</code> },
    {
      key: 'name',
      header: messages.name,
      cell: ({ name }) => (name === '' ? <span className="soft">{messages.unnamed}</span> : name),
    },
    {
      key: 'state',
      header: messages.state,
      cell: ({ state }) => <Badge tone={stateTones.key[state]}>{messages.states[state]}</Badge>,
    },
    { key: 'scope', header: messages.scope, cell: ({ scope }) => messages.scopes[scope] },
    {
      key: 'services',
      header: messages.services,
      extra: true,
      cell: ({ services }) =>
        services === null ? messages.allServices : messages.serviceCount(services.length),
    },
    {
      key: 'addresses',
      header: messages.addresses,
      extra: true,
      cell: ({ allowFrom }) => (allowFrom === null ? messages.anyAddress : allowFrom.join(', ')),
    },
    {
      key: 'used',
      header: messages.used,
      cell: ({ usedAt }) => (usedAt === null ? messages.unused : <When at={usedAt} />),
    },
    {
      key: 'expires',
      header: messages.expires,
      cell: ({ expiresAt }) => (expiresAt === null ? messages.never : <When at={expiresAt} />),
    },
    {
      key: 'created',
      header: messages.created,
      extra: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
  ];
}
