// Lists the versions of a document: what was in force, since when, by whom and why. Each can be
// compared with the one before, and restored by a draft.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button, ButtonLink, Buttons } from '../../ui/button.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import type { Kind } from './kind.ts';
import { catalogueMessages } from './messages.ts';
import { NewDraft } from './new-draft.tsx';

export function VersionsTab({ kind }: { kind: Kind }) {
  const messages = useMessages(catalogueMessages);
  const { number } = useFormat();
  const list = useList('GET operator/documents/:kind/versions', { params: { kind } });
  const may = useMay('POST operator/drafts');
  const [back, setBack] = useState<number | null>(null);
  const newest = list.read.answer?.items[0]?.version;
  return (
    <>
      <ListTable
        list={list}
        id="versions"
        caption={messages.versionsCaption}
        rowKey={({ version }) => String(version)}
        columns={[
          {
            key: 'version',
            header: messages.versionColumn,
            cell: ({ version }) => messages.version(number(version)),
          },
          { key: 'at', header: messages.at, cell: ({ at }) => <When at={at} show="both" /> },
          {
            key: 'by',
            header: messages.by,
            cell: ({ madeBy }) => madeBy ?? messages.byCommand,
          },
          {
            key: 'approved',
            header: messages.approvedBy,
            cell: ({ approvedBy }) => approvedBy ?? '–',
          },
          { key: 'reason', header: messages.reason, cell: ({ reason }) => reason ?? '–' },
          {
            key: 'action',
            header: messages.action,
            align: 'end',
            cell: ({ version }) => (
              <Buttons>
                <ButtonLink
                  small
                  variant="quiet"
                  to={`/versions/${kind}?from=${version - 1}&to=${version}`}
                  aria-label={messages.compareOne(number(version))}
                >
                  {messages.compare}
                </ButtonLink>
                {may && version !== newest ? (
                  <Button
                    small
                    variant="quiet"
                    icon="undo"
                    aria-label={messages.goBackOne(number(version))}
                    onClick={() => setBack(version)}
                  >
                    {messages.goBack}
                  </Button>
                ) : null}
              </Buttons>
            ),
          },
        ]}

        empty={{ icon: 'file', title: messages.noVersions }}
      />
      {back === null ? null : <NewDraft kind={kind} from={back} onEnd={() => setBack(null)} />}
    </>
  );
}
