// Files beside an approval request: each with its size and SHA-256, to save; who asked attaches
// others while nobody has decided.

import { useRef } from 'react';
import {
  approvalFileBytesMax,
  approvalFilesMax,
} from '../../../../contract/src/portal/approval-files.ts';
import { addressOf, useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { useBytes } from '../../ui/bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import type { ApprovalRequest } from './approval-request-messages.tsx';
import { acceptedProofs, proofInput } from './proof-field.tsx';
import { proofMessages } from './proof-messages.ts';
import './proof-list.css';

export function ProofList({ request }: { request: ApprovalRequest }) {
  const messages = useMessages(proofMessages);
  const bytes = useBytes();
  const may = useMay('POST operator/approval-requests/attach');
  const { id, files, own, state } = request;
  const mayAttach = may && own && state === 'open' && files.length < approvalFilesMax;
  if (files.length === 0 && !mayAttach) return null;
  return (
    <section className="stack" aria-label={messages.proofs}>
      <h3>{messages.proofs}</h3>
      {files.map((file) => (
        <div key={file.number}>
          <a
            href={addressOf('GET operator/approval-requests/:id/files/:number', {
              params: { id: String(id), number: String(file.number) },
            })}
            download
          >
            <Icon name="download" size={15} /> <bdi>{file.name}</bdi>
          </a>{' '}
          <span className="soft">
            {bytes(file.bytes)} · <When at={file.attachedAt} show="both" />
          </span>
          <div className="soft small proof-hash">SHA-256 {file.hash}</div>
        </div>
      ))}
      {mayAttach ? <Attach id={id} /> : null}
    </section>
  );
}

function Attach({ id }: { id: number }) {
  const messages = useMessages(proofMessages);
  const { messageOf, fieldMessageOf } = useErrorMessages();
  const input = useRef<HTMLInputElement>(null);
  const { run, pending } = useChange('POST operator/approval-requests/attach', {
    changes: ['GET operator/approval-requests'],
    refused: (error) => toast(fieldMessageOf(error, 'file') ?? messageOf(error), 'bad'),
  });
  const attach = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > approvalFileBytesMax) return toast(messages.tooLarge, 'bad');
    if ((await run(await proofInput(id, file))) !== null) toast(messages.attached);
  };
  return (
    <div>
      <Button
        small
        icon="upload"
        title={messages.hint}
        pending={pending}
        onClick={() => input.current?.click()}
      >
        {messages.attach}
      </Button>
      <input
        ref={input}
        type="file"
        accept={acceptedProofs}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={messages.attach}
        onChange={({ target }) => {
          void attach(target.files?.[0]);
          target.value = '';
        }}
      />
    </div>
  );
}
