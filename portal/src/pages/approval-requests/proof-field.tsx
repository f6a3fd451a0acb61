// Field of a form that makes an approval request: the files that prove it, which are attached once
// the request is made.

import { useState } from 'react';
import {
  approvalFileBytesMax,
  approvalFilesMax,
} from '../../../../contract/src/portal/approval-files.ts';
import { call, invalidate } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { proofMessages } from './proof-messages.ts';

export const acceptedProofs = 'application/pdf,image/png,image/jpeg';

export interface Proofs {
  /** What keeps them from being attached; undefined: nothing does. */
  problem: string | undefined;
  choose(files: readonly File[]): void;
  /** A file that is not taken leaves the request as it is: who asked is told. */
  attachTo(id: number): Promise<void>;
}

/** As it is sent: the end of a long name says what it is. */
export const proofInput = async (id: number, file: File) => ({
  query: { id: String(id), name: file.name.slice(-200) },
  body: new Uint8Array(await file.arrayBuffer()),
});

export function useProofs(): Proofs {
  const messages = useMessages(proofMessages);
  const [files, setFiles] = useState<readonly File[]>([]);
  const isTooLarge = files.some(({ size }) => size > approvalFileBytesMax);
  const problem = isTooLarge ? messages.tooLarge : undefined;
  return {
    problem: files.length > approvalFilesMax ? messages.tooMany : problem,
    choose: setFiles,
    async attachTo(id) {
      try {
        for (const file of files)
          await call('POST operator/approval-requests/attach', await proofInput(id, file));
      } catch {
        toast(messages.notAttached(String(id)), 'bad');
      }
      if (files.length > 0) invalidate('GET operator/approval-requests');
    },
  };
}

export function ProofField({ proofs: { problem, choose } }: { proofs: Proofs }) {
  const messages = useMessages(proofMessages);
  return (
    <Field
      type="file"
      multiple
      label={messages.proofs}
      optional={messages.optional}
      hint={messages.hint}
      accept={acceptedProofs}
      error={problem}
      onChange={({ target }) => choose([...(target.files ?? [])])}
    />
  );
}
