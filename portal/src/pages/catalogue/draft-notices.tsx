// Notices about a draft: that it waits for approval, or that another version came into force
// meanwhile.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Draft } from './draft-type.ts';
import { useFieldNames, usePartNames } from './use-field-names.ts';
import { draftReads } from './reads.ts';
import { catalogueMessages } from './messages.ts';
import './catalogue.css';
import { approvalPath } from '../approval-requests/approval-path.ts';

export function DraftNotices({ draft }: { draft: Draft }) {
  const messages = useMessages(catalogueMessages);
  const { published, dropped, approvalRequest } = draft;
  if (published !== null || dropped) return null;
  return (
    <>
      {draft.base === draft.inForce ? null : <Outdated draft={draft} />}
      {approvalRequest === null || !approvalRequest.current ? null : (
        <Notice
          tone={approvalRequest.state === 'open' ? 'info' : 'warn'}
          actions={
            <ButtonLink small to={approvalPath(approvalRequest.id)}>
              {messages.seeApprovalRequest}
            </ButtonLink>
          }
        >
          {approvalRequest.state === 'open'
            ? messages.approvalRequestOpen(String(approvalRequest.id))
            : messages.approvalRequestEnded(String(approvalRequest.id))}
        </Notice>
      )}
    </>
  );
}

type Conflicts = RouteAnswer<'POST operator/drafts/rebase'>['conflicts'];

function Outdated({ draft: { kind, id, revision, base, inForce } }: { draft: Draft }) {
  const messages = useMessages(catalogueMessages);
  const { number } = useFormat();
  const { messageOf } = useErrorMessages();
  const may = useMay('POST operator/drafts/rebase');
  const { run, pending, error } = useChange('POST operator/drafts/rebase', { changes: draftReads });
  const [conflicts, setConflicts] = useState<Conflicts>([]);
  const rebase = async (take: 'mine' | 'theirs' | null): Promise<void> => {
    const answer = await run({ body: { kind, id, revision, take } });
    if (answer === null) return;
    setConflicts(answer.conflicts);
    if (answer.revision !== null) toast(messages.rebased);
  };
  return (
    <Notice
      tone="warn"
      title={messages.outdated(number(base), number(inForce))}
      actions={
        may ? (
          <Button
            small
            variant="primary"
            icon="refresh"
            pending={pending}
            onClick={() => void rebase(null)}
          >
            {messages.rebase}
          </Button>
        ) : null
      }
    >
      {messages.outdatedHint} {error === null ? null : messageOf(error)}
      {conflicts.length === 0 ? null : (
        <Choose
          conflicts={conflicts}
          pending={pending}
          onTake={(take) => void rebase(take)}
          onClose={() => setConflicts([])}
        />
      )}
    </Notice>
  );
}

interface ChooseProps {
  conflicts: Conflicts;
  pending: boolean;
  onTake(take: 'mine' | 'theirs'): void;
  onClose(): void;
}

function Choose({ conflicts, pending, onTake, onClose }: ChooseProps) {
  const messages = useMessages(catalogueMessages);
  const nameOf = useFieldNames();
  const partOf = usePartNames();
  const actions = (
    <>
      <Button pending={pending} onClick={() => onTake('theirs')}>
        {messages.takeTheirs}
      </Button>
      <Button variant="primary" pending={pending} onClick={() => onTake('mine')}>
        {messages.takeMine}
      </Button>
    </>
  );
  return (
    <Dialog open title={messages.conflictTitle} onClose={onClose} actions={actions}>
      <p>{messages.conflictLead}</p>
      <ul className="problems">
        {conflicts.map(({ part, entry, field }) => (
          <li key={`${part}/${entry}/${field}`}>
            <strong>{[partOf(part), entry].filter((text) => text !== '').join(' ')}</strong> ·{' '}
            {field === '' ? messages.wholeEntry : nameOf(field)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
