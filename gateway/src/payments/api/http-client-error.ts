// Answers malformed HTTP. There is no request to answer then, only a socket: the answer is written
// by hand, with a status that says whose mistake it is and the envelope that every answer has
// (rule H1).

import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { codes, defaultLanguage, texts } from '@jokko/contract';
import { helpLink } from '../../platform/http/help-link.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { secureHeaderLines } from '../../platform/http/secure-answers.ts';

const faults = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    msg: texts[defaultLanguage].headersTooLarge(),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    msg: texts[defaultLanguage].requestTooSlow(),
  },
} as const;
const otherFault = { status: '400 Bad Request', msg: texts[defaultLanguage].notHttp() };

/** Answers and closes. `error` is Node's; `requestId` names the answer (rule H6). */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  { requestId, publicUrl }: { requestId: string; publicUrl: string | null },
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, msg } = isKnown(error.code) ? faults[error.code] : otherFault;
  const refused = envelopeForm(refusal(codes.invalid, msg));
  const body = JSON.stringify(refused);
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `link: ${helpLink(refused)}`,
    ...secureHeaderLines(socket instanceof TLSSocket, publicUrl),
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

const isKnown = (code: string | undefined): code is keyof typeof faults =>
  code !== undefined && Object.hasOwn(faults, code);
