// Rows of a panel that say who requested something and why, and who decided it.

import { useMessages } from '../../language/index.ts';
import { When } from '../../ui/when.tsx';
import { approvalRequestMessages } from './messages.ts';

interface Request {
  state: string;
  reason: string;
  askedBy: string | null;
  askedAt: string;
  expiresAt: string;
  decidedBy: string | null;
  decidedAt: string | null;
  note: string | null;
  failure: string | null;
}

export function useDecisionRows(request: Request) {
  const messages = useMessages(approvalRequestMessages);
  const { reason, askedBy, askedAt, decidedBy, decidedAt, note, failure } = request;
  return [
    { label: messages.reason, value: reason === '' ? null : reason },
    { label: messages.askedBy, value: askedBy },
    { label: messages.asked, value: <When at={askedAt} show="both" /> },
    {
      label: messages.expires,
      value: request.state === 'open' ? <When at={request.expiresAt} show="both" /> : null,
    },
    { label: messages.decidedBy, value: decidedBy },
    {
      label: messages.decided,
      value: decidedAt === null ? null : <When at={decidedAt} show="both" />,
    },
    { label: messages.note, value: note },
    {
      label: messages.failure,
      value:
        failure === null
          ? null
          : (messages.failures[failure as keyof typeof messages.failures] ?? failure),
    },
  ];
}
