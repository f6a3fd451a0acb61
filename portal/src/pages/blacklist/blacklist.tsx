// Page of the callers blacklisted from status queries, and of removing them from the blacklist.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Action } from '../../ui/action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { blacklistMessages } from './messages.ts';

type Block = RouteAnswer<'GET operator/blacklist'>['items'][number];

export default function Blacklist() {
  const messages = useMessages(blacklistMessages);
  const { duration } = useFormat();
  const list = useList('GET operator/blacklist');
  const may = useMay('POST operator/blacklist/release');
  const release: Column<Block> = {
    key: 'action',
    header: messages.action,
    align: 'end',
    cell: (block) => <Release block={block} />,
  };
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="blacklist"
      rowKey={({ address, accountId }) => `${address} ${accountId ?? ''}`}
      columns={[
        {
          key: 'address',
          header: messages.address,
          cell: ({ address }) => <code>{address}</code>,
        },
        {
          key: 'account',
          header: messages.account,
          cell: ({ accountId, accountName }) => accountName ?? accountId ?? messages.keyless,
        },
        {
          key: 'reason',
          header: messages.reason,
          cell: ({ reason }) =>
            reason === null
              ? messages.tooMany
              : messages.refused(reason.refusals, duration(reason.withinSeconds * 1_000)),
        },
        {
          key: 'since',
          header: messages.since,
          cell: ({ blockedAt }) => <When at={blockedAt} />,
        },
        {
          key: 'until',
          header: messages.until,
          cell: ({ blockedUntil }) => <When at={blockedUntil} show="exact" />,
        },
        ...(may ? [release] : []),
      ]}
      empty={{ icon: 'ban', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function Release({ block: { address, accountId } }: { block: Block }) {
  const messages = useMessages(blacklistMessages);
  return (
    <Action
      route="POST operator/blacklist/release"
      body={{ address, accountId }}
      changes={['GET operator/blacklist']}
      label={messages.release}
      name={messages.releaseOne(address)}
      small
      variant="quiet"
      ask={{ title: messages.releaseTitle(address), children: <p>{messages.releaseBody}</p> }}
      done={messages.released}
    />
  );
}
