// What was in force, since when, by whom and why? Each can be compared with the one before, and gone back to by a draft.

import { useState } from 'react';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Button, ButtonLink, Buttons } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Kind } from './kind.ts';
import { NewDraft } from './new-draft.tsx';
import { catalogueTexts } from './texts.ts';

export function VersionsTab({ kind, after, onPage }: { kind: Kind; after: string; onPage(after: string): void }) {
  const words = useTexts(catalogueTexts);
  const { number } = useFormat();
  const versions = useRead('GET operator/documents/:kind/versions', { params: { kind }, query: { ...(after && { after }) } });
  const may = useMay('POST operator/drafts');
  const [back, setBack] = useState<number | null>(null);
  return (
    <Loaded read={versions}>
      {({ items, next }) => (
        <>
          <DataTable
            id="versions"
            caption={words.versionsCaption}
            rows={items}
            rowKey={({ version }) => String(version)}
            loading={versions.loading}
            columns={[
              { key: 'version', header: words.versionColumn, cell: ({ version }) => words.version(number(version)) },
              { key: 'at', header: words.at, cell: ({ at }) => <When at={at} show="both" /> },
              { key: 'by', header: words.by, cell: ({ madeBy }) => madeBy ?? words.byCommand },
              { key: 'approved', header: words.approvedBy, cell: ({ approvedBy }) => approvedBy ?? '–' },
              { key: 'reason', header: words.reason, cell: ({ reason }) => reason ?? '–' },
              {
                key: 'action',
                header: words.action,
                align: 'end',
                cell: ({ version }) => (
                  <Buttons>
                    <ButtonLink
                      small
                      look="quiet"
                      to={`/versions/${kind}?from=${version - 1}&to=${version}`}
                      aria-label={words.compareOne(number(version))}
                    >
                      {words.compare}
                    </ButtonLink>
                    {may && version !== items[0]?.version ? (
                      <Button small look="quiet" icon="undo" aria-label={words.goBackOne(number(version))} onClick={() => setBack(version)}>
                        {words.goBack}
                      </Button>
                    ) : null}
                  </Buttons>
                ),
              },
            ]}
            empty={<EmptyState icon="file" title={words.noVersions} />}
            pager={<Pager after={after} next={next} onChange={onPage} />}
          />
          {back === null ? null : <NewDraft kind={kind} from={back} onEnd={() => setBack(null)} />}
        </>
      )}
    </Loaded>
  );
}
