// Answers malformed HTTP. There is no request to answer then, only a socket: the answer is written
// by hand, with a status that says whose mistake it is and the envelope that every answer has
// (rule H1).

import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { codes, languages, texts, type Language } from '@jokko/contract';
import type { Connections } from '../../platform/http/connections.ts';
import { helpLink } from '../../platform/http/help-link.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { secureHeaderLines } from '../../platform/http/secure-answers.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';

const faults = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', text: 'headersTooLarge' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', text: 'requestTooSlow' },
} as const;
const otherFault = { status: '400 Bad Request', text: 'notHttp' } as const;

/** Node's. */
export type ClientError = Error & { code?: string; rawPacket?: Buffer };

/** Answers and closes. `requestId` names the answer (rule H6). */
export function answerClientError(
  error: ClientError,
  socket: Socket,
  {
    requestId,
    publicUrl,
    connections,
  }: { requestId: string; publicUrl: string | null; connections: Connections },
): void {
  // A request that has come whole before has its own answer, which nobody may take this one for.
  if (connections.endsWithAnswer(socket)) return;
  const request = connections.requestUnderWay(socket);
  // What would be written to one that never stood waits for ever, and the connection with it.
  if (!socket.writable || !connections.stands(socket)) {
    socket.destroy();
    return;
  }
  const { status, text } = isKnown(error.code) ? faults[error.code] : otherFault;
  const msg = languagesOf(request?.headers ?? headersIn(error))
    .map((language) => texts[language][text]())
    .join(' / ');
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
  connections.endWith(socket, `HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

const isKnown = (code: string | undefined): code is keyof typeof faults =>
  code !== undefined && Object.hasOwn(faults, code);

/** Both where nobody could read which one the caller asks for. */
const languagesOf = (headers: IncomingHttpHeaders | null): readonly Language[] =>
  headers === null ? languages : [callersLanguage(headers)];

const asksFor = /\naccept-language:([^\r\n]*)/i;

/** What can be seen of the headers in bytes that are no request. */
function headersIn({ rawPacket }: ClientError): IncomingHttpHeaders | null {
  const asked = asksFor.exec(rawPacket?.toString('latin1') ?? '')?.[1];
  return asked === undefined ? null : { 'accept-language': asked };
}
