// How does a draft end? It is published, by one person or asked of two, or dropped.

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Draft } from './draft-type.ts';
import { draftReads } from './reads.ts';
import { catalogueTexts } from './texts.ts';

export function DraftActions({ draft }: { draft: Draft }) {
  const words = useTexts(catalogueTexts);
  const mayPublish = useMay('POST operator/drafts/publish');
  const [asked, setAsked] = useState<'publish' | 'drop' | null>(null);
  if (draft.published !== null || draft.dropped || !mayPublish) return null;
  const end = (): void => setAsked(null);
  const waits = draft.wish?.state === 'open' && draft.wish.current;
  const ready = !waits && draft.problems.length === 0 && draft.changes.length > 0 && draft.base === draft.inForce;
  return (
    <>
      <Button icon="trash" onClick={() => setAsked('drop')}>
        {words.drop}
      </Button>
      {ready ? (
        <Button look="primary" icon="check" onClick={() => setAsked('publish')}>
          {words.publish}
        </Button>
      ) : null}
      {asked === 'publish' ? <Publish draft={draft} onEnd={end} /> : null}
      {asked === 'drop' ? <Drop draft={draft} onEnd={end} /> : null}
    </>
  );
}

function Publish({ draft, onEnd }: { draft: Draft; onEnd(): void }) {
  // What was seen, though the page is read again meanwhile.
  const [{ kind, id, revision, needsSecond }] = useState(draft);
  const words = useTexts(catalogueTexts);
  const { number } = useFormat();
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/drafts/publish', { changes: [...draftReads, 'GET operator/wishes'] });
  const [why, setWhy] = useState<keyof typeof words.why | null>(null);
  const send = async ({ reason = '' }: Record<string, string>): Promise<void> => {
    const answer = await run({ body: { kind, id, revision, reason: reason.trim() } });
    if (answer === null) return;
    if (answer.why !== null) return setWhy(answer.why);
    toast(answer.version === null ? words.publishAsked : words.publishedDone(number(answer.version)));
    onEnd();
  };
  return (
    <Dialog open title={words.publishTitle} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{needsSecond ? words.publishTwo : words.publishAlone}</p>
        {why === null ? null : (
          <Notice tone="bad" live>
            {words.why[why]}
          </Notice>
        )}
        <Field
          name="reason"
          label={words.publishReason}
          hint={words.publishReasonHint}
          maxLength={500}
          error={sayField(error, 'reason')}
          autoFocus
        />
        <Button type="submit" look="primary" pending={pending}>
          {needsSecond ? words.publishAsk : words.publish}
        </Button>
      </Form>
    </Dialog>
  );
}

function Drop({ draft: { kind, id, revision }, onEnd }: { draft: Draft; onEnd(): void }) {
  const words = useTexts(catalogueTexts);
  const { run, pending, error } = useChange('POST operator/drafts/drop', { changes: draftReads });
  const drop = async (): Promise<void> => {
    if ((await run({ body: { kind, id, revision } })) === null) return;
    toast(words.droppedDone);
    onEnd();
  };
  return (
    <Confirm open danger title={words.dropTitle} yes={words.drop} pending={pending} error={error} onYes={() => void drop()} onClose={onEnd}>
      <p>{words.dropWords}</p>
    </Confirm>
  );
}
