// Who is shut out of status look-ups, and who may be let in again?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { blacklistTexts } from './texts.ts';

type Block = RouteAnswer<'GET operator/blacklist'>['items'][number];

export default function Blacklist() {
  const words = useTexts(blacklistTexts);
  const { number } = useFormat();
  const blacklist = useRead('GET operator/blacklist', {});
  const may = useMay('POST operator/blacklist/release');
  const [asked, setAsked] = useState<Block | null>(null);
  const release = {
    key: 'action',
    header: words.action,
    align: 'end' as const,
    cell: (block: Block) => (
      <Button small look="quiet" aria-label={words.releaseOne(block.address)} onClick={() => setAsked(block)}>
        {words.release}
      </Button>
    ),
  };
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded read={blacklist}>
        {({ items }) => (
          <DataTable
            id="blacklist"
            caption={words.title}
            rows={items}
            rowKey={({ address, accountId }) => `${address} ${accountId ?? ''}`}
            loading={blacklist.loading}
            columns={[
              { key: 'address', header: words.address, cell: ({ address }) => <code>{address}</code> },
              { key: 'account', header: words.account, cell: ({ accountId, accountName }) => accountName ?? accountId ?? words.keyless },
              {
                key: 'reason',
                header: words.reason,
                cell: ({ reason }) => (reason === null ? words.tooMany : words.refused(reason.refusals, number(reason.withinSeconds, 0))),
              },
              { key: 'since', header: words.since, cell: ({ blockedAt }) => <When at={blockedAt} /> },
              { key: 'until', header: words.until, cell: ({ blockedUntil }) => <When at={blockedUntil} show="exact" /> },
              ...(may ? [release] : []),
            ]}
            empty={
              <EmptyState icon="ban" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {asked === null ? null : <Release block={asked} onEnd={() => setAsked(null)} />}
    </Page>
  );
}

function Release({ block: { address, accountId }, onEnd }: { block: Block; onEnd(): void }) {
  const words = useTexts(blacklistTexts);
  const { run, pending, error } = useChange('POST operator/blacklist/release', { changes: ['GET operator/blacklist'] });
  const release = async (): Promise<void> => {
    if ((await run({ body: { address, accountId } })) === null) return;
    toast(words.released);
    onEnd();
  };
  return (
    <Confirm
      open
      title={words.releaseTitle(address)}
      yes={words.release}
      pending={pending}
      error={error}
      onYes={() => void release()}
      onClose={onEnd}
    >
      <p>{words.releaseWords}</p>
    </Confirm>
  );
}
