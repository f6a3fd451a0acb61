// A mail server for tests: takes e-mails over SMTP on loopback and keeps them.

import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  to: string;
  /** Headers by name in lower case, unfolded. */
  headers: ReadonlyMap<string, string>;
  subject: string;
  /** Decoded parts: plain text first, HTML second. */
  parts: string[];
}

export interface TestMailServer {
  url: string;
  received: ReceivedMail[];
  /**
   * What follows is answered so: to the recipient, or after the whole mail, where `silence` says
   * nothing. Null: it is taken.
   */
  answer: { to?: string; data?: string } | null;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<TestMailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    converse(socket, self);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const self: TestMailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: null,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return self;
}

function converse(socket: Socket, self: TestMailServer): void {
  let text = '';
  let to = '';
  let inData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const take = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') return say('250 test');
    if (verb === 'DATA') {
      inData = true;
      return say('354 go on');
    }
    if (verb === 'RCPT') {
      to = /<(.*)>/.exec(line)?.[1] ?? '';
      return say(self.answer?.to ?? '250 ok');
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    return say('250 ok');
  };
  const takeData = (mail: string): void => {
    inData = false;
    const answer = self.answer?.data;
    if (answer === undefined || answer === 'silence') self.received.push(readMail(to, mail));
    if (answer !== 'silence') say(answer ?? '250 taken');
  };
  say('220 test');
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const piece = text.slice(0, end);
      text = text.slice(end + (inData ? 5 : 2));
      if (inData) takeData(piece);
      else take(piece);
    }
  });
}

function readMail(to: string, mail: string): ReceivedMail {
  const [head, body] = split(mail.replaceAll('\r\n..', '\r\n.'));
  const headers = readHeaders(head);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const pieces = boundary === undefined ? [mail] : body.split(`--${boundary}`).slice(1, -1);
  return {
    to,
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    parts: pieces.map((piece) => {
      const [partHead, content] = split(piece.replace(/^\r\n/, ''));
      return decode(readHeaders(partHead).get('content-transfer-encoding') ?? '7bit', content);
    }),
  };
}

function split(text: string): [head: string, body: string] {
  const at = text.indexOf('\r\n\r\n');
  return [text.slice(0, at), text.slice(at + 4)];
}

const readHeaders = (head: string): Map<string, string> =>
  new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );

function decode(encoding: string, content: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return Buffer.from(content, 'latin1').toString('utf8');
  return readQuoted(content.replaceAll('=\r\n', ''));
}

const readQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : readQuoted(word.replaceAll('_', ' ')),
    );
