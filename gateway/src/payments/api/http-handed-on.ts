// Answers calls that other nodes hand on, since their account belongs to this one: as if they had
// come here, except that the other node writes the answer.

import type { Catalogue } from '../catalogue/index.ts';
import { AccountBusy } from '../operations/index.ts';
import { StillAnswering } from '../replay-protection/index.ts';
import type { AnswerHandedOn } from '../../platform/peers/index.ts';
import { wholeAnswer, type Answer } from './http-answer.ts';
import { unlessOverloaded } from './http-admitted.ts';
import { readJson } from './http-body.ts';
import type { CallReply } from './http-call-reply.ts';
import { handlePermitted, type EndpointDeps, type MovableEndpoint } from './http-endpoint.ts';
import type { HandedCall, Said } from './http-hand-on.ts';
import { authenticate } from './http-key.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';

/**
 * Both nodes have checked the key, each by what it knows; what does not come out right here is left
 * to the other one.
 */
export function answerHandedOn(
  deps: EndpointDeps & { catalogue(): Catalogue },
  endpoints: readonly MovableEndpoint[],
): AnswerHandedOn {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  return async ({ head, body: bytes, left }) => {
    const { path, apiKey, address, headers, requestId, publicUrl } = JSON.parse(head) as HandedCall;
    const endpoint = byPath.get(path);
    const read = readJson(bytes, headers);
    if (endpoint === undefined || !read.ok) return null;
    const places = { header: apiKey, body: undefined, language: callersLanguage(headers) };
    const known = await authenticate(deps, places, address);
    if (!known.ok) return null;
    const { account, access } = known;
    const { body } = read;
    const remote = createReply(left);
    const { reply } = remote;
    const received = { headers, ...read };
    const caller = { account, access, apiKey, address, publicUrl };
    const call = { ...caller, body, received, reply, again: false };
    try {
      const answer = await unlessOverloaded(deps, endpoint.load, { account, reply }, () =>
        handlePermitted(deps, endpoint, call),
      );
      return answer === null ? null : JSON.stringify(remote.said(answer));
    } catch (error) {
      deps.log.warn({ requestId, path, reason: String(error) }, 'handed-on request failed');
      return JSON.stringify({ error: errorOf(error) } satisfies Said);
    }
  };
}

function createReply(left: Promise<void>): { reply: CallReply; said(answer: Answer): Said } {
  const headers: { [name: string]: string | number } = {};
  let waits = false;
  const raw: CallReply['raw'] = {
    closed: false,
    once(_event, run) {
      waits = true;
      void left.then(run);
    },
  };
  return {
    reply: { header: (name, value) => void (headers[name] = value), raw },
    said: (answer) => ({ answer: wholeAnswer(answer), headers, waits }),
  };
}

function errorOf(error: unknown): Extract<Said, { error: unknown }>['error'] {
  if (error instanceof AccountBusy) return 'busy';
  return error instanceof StillAnswering ? 'answering' : 'unknown';
}
