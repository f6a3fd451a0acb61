// Repeats a request: as a curl command, and in the sandbox from here, after its path and body were
// edited.

import { useState } from 'react';
import { useMay, useMe, useRead } from '../../api/index.ts';
import { runCall, type Call } from '../../api/run-call.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { againOf, callOf, type Asked } from './again.ts';
import { requestMessages } from './messages.ts';

/**
 * In the sandbox ready to be sent: with the account's own test key, and a number of the sandbox.
 */
export function Again({ of }: { of: Asked }) {
  const messages = useMessages(requestMessages);
  const sandbox = useMe().mode === 'sandbox';
  const mayRun = useMay('GET home/first-call') && sandbox;
  const [editing, setEditing] = useState(false);
  const first = useRead('GET home/first-call', mayRun ? {} : null, { freshMs: 60_000 });
  const { apiKey = null, appKey = null, order = null } = first.answer ?? {};
  const filled = { apiKey, appKey, phone: order?.phone ?? null };
  return (
    <div className="stack">
      <CodeBlock label={messages.curl} text={againOf(window.location.origin, of, filled)} />
      {!mayRun ? null : editing ? (
        <Editor call={callOf(of, filled)} />
      ) : (
        <div className="buttons">
          <Button icon="edit" onClick={() => setEditing(true)}>
            {messages.edit}
          </Button>
        </div>
      )}
    </div>
  );
}

const bodyRowsMax = 16;

function Editor({ call }: { call: Call }) {
  const messages = useMessages(requestMessages);
  const [path, setPath] = useState(call.path);
  const [body, setBody] = useState(() =>
    call.body === undefined ? null : JSON.stringify(call.body, null, 2),
  );
  const [rows] = useState(Math.min(bodyRowsMax, body?.split('\n').length ?? 0));
  const [state, setState] = useState<'idle' | 'pending' | { answer: string }>('idle');
  const read = body === null ? undefined : objectOf(body);
  const run = async (): Promise<void> => {
    setState('pending');
    const { headers } = call;
    setState({ answer: await runCall({ path, headers, ...(read && { body: read }) }) });
  };
  return (
    <div className="stack">
      <Field label={messages.path} value={path} onChange={(event) => setPath(event.target.value)} />
      {body === null ? null : (
        <Textarea
          label={messages.body}
          value={body}
          rows={rows}
          error={read === null ? messages.bodyBad : undefined}
          spellCheck={false}
          onChange={(event) => setBody(event.target.value)}
        />
      )}
      <div className="buttons">
        <Button
          variant="primary"
          icon="send"
          pending={state === 'pending'}
          disabled={read === null || !path.startsWith('/api')}
          onClick={() => void run()}
        >
          {messages.run}
        </Button>
      </div>
      {typeof state === 'object' ? <CodeBlock label={messages.answer} text={state.answer} /> : null}
    </div>
  );
}

/** Null: it is no JSON object. */
function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
