// Edits a draft as a whole, as the text that the command line writes. A text with faults changes
// nothing and is not lost.

import { useState } from 'react';
import { useChange, useErrorMessages, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Draft } from './draft-type.ts';
import { LineProblems } from './problem-list.tsx';
import { draftReads } from './reads.ts';
import { catalogueMessages } from './messages.ts';
import './catalogue.css';

export function TextTab({ draft: { kind, id }, may }: { draft: Draft; may: boolean }) {
  const messages = useMessages(catalogueMessages);
  const read = useRead('GET operator/drafts/:kind/:id/text', { params: { kind, id: String(id) } });
  return (
    <div className="stack">
      <p>{messages.text.lead}</p>
      <Loaded read={read} lines={8}>
        {({ text, revision }) => (
          <Editor kind={kind} id={id} revision={revision} text={text} may={may} />
        )}
      </Loaded>
    </div>
  );
}

interface EditorProps {
  kind: Draft['kind'];
  id: number;
  revision: number;
  text: string;
  may: boolean;
}

function Editor({ kind, id, revision: present, text, may }: EditorProps) {
  const messages = useMessages(catalogueMessages);
  const { messageOf, fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/drafts/text', { changes: draftReads });
  const [{ revision, original, written }, setState] = useState({
    revision: present,
    original: text,
    written: text,
  });
  const [read, setRead] = useState({ present, text });
  const setWritten = (next: string): void => setState((state) => ({ ...state, written: next }));
  // Another revision is shown at once where nothing was typed; else it would take away what was.
  if (read.present !== present || read.text !== text) {
    setRead({ present, text });
    if (written === original) setState({ revision: present, original: text, written: text });
  }
  const [problems, setProblems] = useState<Parameters<typeof LineProblems>[0]['problems']>([]);
  const save = async (): Promise<void> => {
    const answer = await run({ body: { kind, id, revision, text: written } });
    if (answer === null) return;
    setProblems(answer.problems);
    if (answer.revision === null) return;
    setState((state) => ({
      ...state,
      revision: answer.revision ?? state.revision,
      original: state.written,
    }));
    toast(messages.text.saved);
  };
  return (
    <div className="stack document-text">
      {error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      {revision === present ? null : (
        <Notice
          tone="warn"
          actions={
            <Button
              small
              onClick={() => setState({ revision: present, original: text, written: text })}
            >
              {messages.reload}
            </Button>
          }
        >
          {messages.someoneElse}
        </Notice>
      )}
      <LineProblems title={messages.textFaults} problems={problems} />
      <Textarea
        label={messages.text.label}
        spellCheck={false}
        wrap="off"
        readOnly={!may}
        value={written}
        error={fieldMessageOf(error, 'text')}
        onChange={(event) => setWritten(event.target.value)}
      />
      {may ? (
        <div className="buttons">
          <Button variant="primary" pending={pending} onClick={() => void save()}>
            {messages.text.save}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
