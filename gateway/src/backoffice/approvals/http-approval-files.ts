// Routes of the files beside an approval request: who asked attaches one, who sees the request
// reads it.

import { isAccountKind, type ApprovalFileType } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { attachFile, findApprovalRequest, loadFile } from './index.ts';
import { deciderOf } from './http-money-requests.ts';

const mediaTypes: { readonly [type in ApprovalFileType]: string } = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
};
const refusals = {
  notFound,
  conflict,
  wrongType: refuseField('file', 'notAllowed'),
  tooMany: refuseField('file', 'tooMany'),
};

export function approvalFileHandlers({ database }: { database: Database }) {
  return {
    async 'POST operator/approval-requests/attach'({
      query: { id, name },
      body: content,
      caller: { session },
      visit,
    }) {
      const file = { requestId: Number(id), name, content };
      const attached = await attachFile(database, deciderOf(session.user, visit), file);
      return attached.ok
        ? { ok: true, answer: { number: attached.number } }
        : refusals[attached.refusal];
    },
    async 'GET operator/approval-requests/:id/files/:number'({ params: { id, number } }) {
      const request = await findApprovalRequest(database, Number(id));
      if (request === null || isAccountKind(request.kind)) return notFound;
      const file = await loadFile(database, request.id, Number(number));
      if (file === null) return notFound;
      const { name, type, content } = file;
      return { ok: true, file: { name, type: mediaTypes[type], content } };
    },
  } satisfies Partial<Handlers>;
}
