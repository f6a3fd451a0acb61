// Actions that end a draft: publish, by one user or by a request for two users' approval, or
// discard.

import { useState } from 'react';
import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Draft } from './draft-type.ts';
import { catalogueMessages } from './messages.ts';
import { draftReads } from './reads.ts';

export function DraftActions({ draft }: { draft: Draft }) {
  const messages = useMessages(catalogueMessages);
  const mayPublish = useMay('POST operator/drafts/publish');
  const [publishing, setPublishing] = useState(false);
  if (draft.published !== null || draft.dropped || !mayPublish) return null;
  const waits = draft.approvalRequest?.state === 'open' && draft.approvalRequest.current;
  const ready =
    !waits &&
    draft.problems.length === 0 &&
    draft.changes.length > 0 &&
    draft.base === draft.inForce;
  return (
    <>
      <Drop draft={draft} />
      {ready ? (
        <Button variant="primary" icon="check" onClick={() => setPublishing(true)}>
          {messages.publish}
        </Button>
      ) : null}
      {publishing ? <Publish draft={draft} onEnd={() => setPublishing(false)} /> : null}
    </>
  );
}

function Publish({ draft, onEnd }: { draft: Draft; onEnd(): void }) {
  // What was seen, though the page is read again meanwhile.
  const [{ kind, id, revision, needsSecond }] = useState(draft);
  const messages = useMessages(catalogueMessages);
  const { number } = useFormat();
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/drafts/publish', {
    changes: [...draftReads, 'GET operator/approval-requests'],
  });
  const [why, setWhy] = useState<keyof typeof messages.why | null>(null);
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { kind, id, revision, reason: reason.trim() } });
    if (answer === null) return;
    if (answer.why !== null) return setWhy(answer.why);
    toast(
      answer.version === null
        ? messages.publishAsked
        : messages.publishedDone(number(answer.version)),
    );
    onEnd();
  };
  return (
    <Dialog open title={messages.publishTitle} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{needsSecond ? messages.publishTwo : messages.publishAlone}</p>
        {why === null ? null : (
          <Notice tone="bad" live>
            {messages.why[why]}
          </Notice>
        )}
        <Field
          name="reason"
          label={messages.publishReason}
          hint={messages.publishReasonHint}
          maxLength={500}
          error={fieldMessageOf(error, 'reason')}
          autoFocus
        />
        <Button type="submit" variant="primary" pending={pending}>
          {needsSecond ? messages.publishAsk : messages.publish}
        </Button>
      </Form>
    </Dialog>
  );
}

function Drop({ draft: { kind, id, revision } }: { draft: Draft }) {
  const messages = useMessages(catalogueMessages);
  return (
    <Action
      route="POST operator/drafts/drop"
      body={{ kind, id, revision }}
      changes={draftReads}
      label={messages.drop}
      icon="trash"
      ask={{ title: messages.dropTitle, children: <p>{messages.dropBody}</p>, danger: true }}
      done={messages.droppedDone}
    />
  );
}
