// How is a draft edited as a whole? As the text that the command line writes; a text with faults changes nothing and is not lost.

import { useEffect, useState } from 'react';
import { useChange, useErrorWords, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Draft } from './draft-type.ts';
import { LineProblems } from './problem-list.tsx';
import { draftReads } from './reads.ts';
import { catalogueTexts } from './texts.ts';
import './catalogue.css';

export function TextTab({ draft: { kind, id }, may }: { draft: Draft; may: boolean }) {
  const words = useTexts(catalogueTexts);
  const read = useRead('GET operator/drafts/:kind/:id/text', { params: { kind, id: String(id) } });
  return (
    <div className="stack">
      <p>{words.text.lead}</p>
      <Loaded read={read} lines={8}>
        {({ text, revision }) => <Editor kind={kind} id={id} revision={revision} text={text} may={may} />}
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
  const words = useTexts(catalogueTexts);
  const { say, sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/drafts/text', { changes: draftReads });
  const [{ revision, written }, setState] = useState({ revision: present, original: text, written: text });
  const setWritten = (next: string): void => setState((state) => ({ ...state, written: next }));
  // Another revision is shown at once where nothing was typed; else it would take away what was.
  useEffect(() => {
    setState((state) => (state.written === state.original ? { revision: present, original: text, written: text } : state));
  }, [present, text]);
  const [problems, setProblems] = useState<Parameters<typeof LineProblems>[0]['problems']>([]);
  const save = async (): Promise<void> => {
    const answer = await run({ body: { kind, id, revision, text: written } });
    if (answer === null) return;
    setProblems(answer.problems);
    if (answer.revision === null) return;
    setState((state) => ({ ...state, revision: answer.revision ?? state.revision, original: state.written }));
    toast(words.text.saved);
  };
  return (
    <div className="stack document-text">
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      {revision === present ? null : (
        <Notice
          tone="warn"
          actions={
            <Button small onClick={() => setState({ revision: present, original: text, written: text })}>
              {words.reload}
            </Button>
          }
        >
          {words.someoneElse}
        </Notice>
      )}
      <LineProblems title={words.textFaults} problems={problems} />
      <Textarea
        label={words.text.label}
        spellCheck={false}
        wrap="off"
        readOnly={!may}
        value={written}
        error={sayField(error, 'text')}
        onChange={(event) => setWritten(event.target.value)}
      />
      {may ? (
        <div className="buttons">
          <Button look="primary" pending={pending} onClick={() => void save()}>
            {words.text.save}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
