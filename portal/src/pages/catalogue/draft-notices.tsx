// Notices about a draft: that it waits for approval, or that another version came into force
// meanwhile.

import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Draft } from './draft-type.ts';
import { draftReads } from './reads.ts';
import { catalogueMessages } from './messages.ts';
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

function Outdated({ draft: { kind, id, revision, base, inForce } }: { draft: Draft }) {
  const messages = useMessages(catalogueMessages);
  const { number } = useFormat();
  const { messageOf } = useErrorMessages();
  const may = useMay('POST operator/drafts/rebase');
  const { run, pending, error } = useChange('POST operator/drafts/rebase', { changes: draftReads });
  const rebase = async (): Promise<void> => {
    const answer = await run({ body: { kind, id, revision } });
    if (answer === null) return;
    if (answer.revision === null) toast(messages.bothChanged, 'bad');
    else toast(messages.rebased);
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
            onClick={() => void rebase()}
          >
            {messages.rebase}
          </Button>
        ) : null
      }
    >
      {messages.outdatedHint} {error === null ? null : messageOf(error)}
    </Notice>
  );
}
