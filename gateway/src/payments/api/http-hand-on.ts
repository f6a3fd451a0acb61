// Hands calls on to the node that their account belongs to, so that nodes do not wait for each
// other's locks. That is for speed alone: whatever keeps the other node from answering, this one
// does the call itself, and the account's lock makes it right (decision 0044).

import type { IncomingHttpHeaders } from 'node:http';
import { codes } from '@jokko/contract';
import { AccountBusy, CommitUnknown } from '../operations/index.ts';
import type { Admission } from '../../platform/http/guards/admission.ts';
import { operationBodyMaxBytes } from '../../platform/http/guards/body.ts';
import type { Link, LinkAnswer } from '../../platform/peers/index.ts';
import { StillAnswering } from '../replay-protection/index.ts';
import type { Answer, WholeAnswer } from './http-answer.ts';
import type { CallReply } from './http-call-reply.ts';
import { holdsCard } from './http-body.ts';

export interface Owners {
  /**
   * The way to the node that the account belongs to; null: it is this one, or cannot be reached.
   */
  linkTo(accountId: number): Link | null;
  /** Told what became of each call that was handed on. */
  note(outcome: LinkAnswer['type']): void;
}

/** The head of a call that is handed on; its body goes with it as it came. */
export interface HandedCall {
  path: string;
  apiKey: string;
  /** The client's. */
  address: string | null;
  headers: { [name in (typeof headersHandedOn)[number]]?: string };
  requestId: string;
  /** The address of the node that was called: links begin with it. */
  publicUrl: string;
}

/** What the body and its signature are read by. */
export const headersHandedOn = [
  'content-type',
  'content-encoding',
  'hmac-signature',
  'timestamp',
] as const;

/**
 * What the other node says. `waits`: it wants to know when the answer has left. Errors: `busy`, the
 * account was held for too long; `answering`, the same signed request is under way; `unknown`, it
 * may have been done.
 */
export type Said =
  | { answer: WholeAnswer; headers: { [name: string]: string | number }; waits: boolean }
  | { error: 'busy' | 'answering' | 'unknown' };

interface Handable {
  account: { id: number };
  apiKey: string;
  address: string | null;
  received: {
    headers: IncomingHttpHeaders;
    bytes: Buffer;
    given: { readonly [member: string]: unknown };
  };
  body: { [member: string]: unknown };
  reply: CallReply;
}

/**
 * `here` answers the call on this node. `again`: another node was asked before, and may have done
 * it.
 */
export async function answerAtOwner(
  deps: { owners: Owners; publicUrl: string; admission: Pick<Admission, 'begin' | 'end'> },
  endpoint: { path: string; ownerMaxMs?(body: Handable['body']): number },
  call: Handable,
  requestId: string,
  here: (again: boolean) => Promise<Answer>,
): Promise<Answer> {
  const { path } = endpoint;
  if (endpoint.ownerMaxMs === undefined || !mayMove(call)) return here(false);
  const link = deps.owners.linkTo(call.account.id);
  if (link === null) return here(false);
  const handed: HandedCall = { ...termsOf(call), path, requestId, publicUrl: deps.publicUrl };
  const head = JSON.stringify(handed);
  // Its place is taken here as well, but it is for the other node to refuse it.
  deps.admission.begin();
  const reached = await link.send(head, call.received.bytes, endpoint.ownerMaxMs(call.body));
  deps.admission.end();
  deps.owners.note(reached.type);
  if (reached.type === 'declined') return here(false);
  // The same call once more finds what was done: an operation by its external id, a refund by the
  // state of what it refunds.
  if (reached.type === 'lost') return hereAgain(here);
  const said = JSON.parse(reached.text) as Said;
  if (!('error' in said)) return take(said, call.reply, reached.left);
  reached.left();
  if (said.error === 'unknown') return hereAgain(here);
  throw said.error === 'busy'
    ? new AccountBusy('the account is held, says the node that it belongs to')
    : new StillAnswering('another node is processing the same signed request');
}

/**
 * Answers here what another node may have done or may still do. That nothing is done is not known
 * from what this node alone knows: it is too busy, or fails; its route is down, its catalogue
 * another one. Throws CommitUnknown then. A conflict is one on each node and for ever.
 */
async function hereAgain(here: (again: boolean) => Promise<Answer>): Promise<Answer> {
  const answer = await here(true).catch((error: unknown) => {
    if (error instanceof StillAnswering || error instanceof CommitUnknown) throw error;
    throw new CommitUnknown(`${mayBeDone}: ${String(error)}`, { cause: error });
  });
  if ('refused' in answer && answer.refused.code !== codes.conflict)
    throw new CommitUnknown(`${mayBeDone}: ${answer.refused.msg}`);
  return answer;
}

const mayBeDone = 'another node was asked first and may have done it';

/** Cards stay in the memory that they came to. */
const mayMove = ({ received: { bytes, given } }: Handable): boolean =>
  bytes.length <= operationBodyMaxBytes && !holdsCard(given);

function termsOf({
  apiKey,
  address,
  received,
}: Handable): Pick<HandedCall, 'apiKey' | 'address' | 'headers'> {
  const headers: HandedCall['headers'] = {};
  for (const name of headersHandedOn) {
    const value = received.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return { apiKey, address, headers };
}

function take(
  { answer, headers, waits }: Extract<Said, { answer: unknown }>,
  reply: CallReply,
  left: () => void,
): Answer {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  // Said also where nothing waits for it: until then the other node remembers the call.
  if (waits && !reply.raw.closed) reply.raw.once('close', left);
  else left();
  return answer;
}
