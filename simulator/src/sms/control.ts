// Control interface for tests of the SMSC. PROTOCOL.md section 6.4.

import { randomInt } from 'node:crypto';
import { isMembers, isWebAddress, readJson, sendJson, textMember } from '../http/exchange.ts';
import { partsOf } from './alphabet.ts';
import { findLines, reconcile } from './reconcile.ts';
import type { Book } from '../core/book.ts';
import type { Exchange, Members } from '../http/exchange.ts';
import type { SmppServer } from '../smpp/server.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Smsc } from './smsc-type.ts';
import type { Filter } from './reconcile.ts';

export interface SmsControlDeps {
  smsc: Smsc;
  book: Book;
  smpp: SmppServer;
  /** By the names of their accounts, which are those of their protocols. */
  overHttp: readonly CarrierDeps[];
  /** Account of messages from phones, when none is named. */
  systemId: string;
}

/** Handles a path below `/control/sms`. */
export async function handleSmsControl(
  deps: SmsControlDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  await deps.smsc.turn.settled();
  if (exchange.method === 'GET') {
    if (path === '') return sendJson(exchange, 200, stateOf(deps));
    if (path === '/book') return showBook(deps, exchange);
    if (path === '/reconcile') return sendJson(exchange, 200, await reconcile(deps.book));
  }
  if (exchange.method === 'POST') {
    const body = await readJson(exchange);
    if (!isMembers(body)) return sendJson(exchange, 400, { error: 'a JSON object is needed' });
    if (path === '/behaviour') return misbehave(deps, exchange, body);
    if (path === '/inbound') return bringIn(deps, exchange, body);
    if (path === '/webhook') return setWebhook(deps, exchange, body);
  }
  return sendJson(exchange, 404, { error: 'no such control' });
}

function stateOf({ smsc, smpp, overHttp }: SmsControlDeps): object {
  const accounts = smpp.accounts.all().map((account) => ({
    name: account.name,
    waiting: account.waiting(),
    binds: account.sessions.map((session) => ({
      session: session.number,
      mode: session.mode,
      openedAtMs: session.openedAtMs,
      submissions: session.submissions,
      unanswered: session.unanswered,
      peakUnanswered: session.peakUnanswered,
      unacknowledged: session.deliveries.count(),
    })),
  }));
  return {
    counts: smsc.counts,
    smpp: { port: smpp.port, accounts },
    ...Object.fromEntries(
      overHttp.map(({ protocol, webhook }) => [
        protocol,
        { webhook: webhook.address(), waiting: webhook.waiting() },
      ]),
    ),
  };
}

/** The shape of a message from a phone that comes in one piece. */
const wholeText = { coding: 0, header: Buffer.alloc(0), octets: Buffer.alloc(0) };

const filters = ['to', 'id', 'reference', 'account', 'event'] as const;

async function showBook({ book }: SmsControlDeps, exchange: Exchange): Promise<void> {
  const filter: { [member in (typeof filters)[number]]?: string } = {};
  for (const member of filters) {
    const value = exchange.query.get(member);
    if (value !== null) filter[member] = value;
  }
  if (Object.keys(filter).length > 0)
    return sendJson(exchange, 200, await findLines(book, filter satisfies Filter));
  exchange.response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const from = Number(exchange.query.get('from') ?? 0);
  if (!Number.isInteger(from) || from < 0 || from >= book.durableBytes())
    return void exchange.response.end();
  book.stream(from).pipe(exchange.response);
}

function misbehave(deps: SmsControlDeps, exchange: Exchange, body: Members): void {
  const { smsc, smpp, overHttp } = deps;
  const { account: named, reset, drop, unbind, badLength, ...changes } = body;
  const account = typeof named === 'string' ? named : null;
  for (const [name, value] of Object.entries({ reset, drop, unbind })) {
    if (value !== undefined && value !== true)
      return sendJson(exchange, 400, { error: `${name}: true is needed, or nothing` });
  }
  if (
    badLength !== undefined &&
    !(
      typeof badLength === 'number' &&
      Number.isInteger(badLength) &&
      badLength >= 0 &&
      badLength < 2 ** 32
    )
  ) {
    return sendJson(exchange, 400, {
      error: 'badLength: a whole number from 0 to 4294967295 is needed',
    });
  }
  if (reset === true) smsc.behaviours.reset();
  const fault = smsc.behaviours.change(account, changes);
  if (fault !== null) return sendJson(exchange, 400, { error: fault });
  let binds = 0;
  if (badLength !== undefined) binds = smpp.sendLength(account, badLength);
  if (unbind === true) binds = smpp.unbind(account);
  if (drop === true) binds = smpp.dropBinds(account);
  for (const each of smpp.accounts.all()) each.pump();
  for (const { webhook } of overHttp) webhook.pump();
  sendJson(exchange, 200, { ok: true, binds });
}

/** What a provider's own pages set: where its receipts and messages from phones go. */
async function setWebhook(deps: SmsControlDeps, exchange: Exchange, body: Members): Promise<void> {
  const carrier = deps.overHttp.find(({ protocol }) => protocol === body['account']);
  const { webhook } = body;
  if (carrier === undefined || typeof webhook !== 'string' || !isWebAddress(webhook))
    return sendJson(exchange, 400, { error: 'account (over HTTP) and webhook are needed' });
  carrier.webhook.setAddress(webhook);
  await deps.smsc.turn.settled();
  sendJson(exchange, 200, { ok: true });
}

function bringIn(deps: SmsControlDeps, exchange: Exchange, body: Members): void {
  const { smsc, systemId } = deps;
  const from = textMember(body, 'from')?.replace(/^\+/, '');
  const to = textMember(body, 'to')?.replace(/^\+/, '');
  const text = textMember(body, 'text');
  const account = textMember(body, 'account') ?? systemId;
  if (
    from === undefined ||
    to === undefined ||
    text === undefined ||
    !/^[0-9]{3,20}$/.test(from) ||
    !/^[ -~]{1,20}$/.test(to)
  ) {
    return sendJson(exchange, 400, { error: 'from (digits), to and text are needed' });
  }
  const carrier = deps.overHttp.find(({ protocol }) => protocol === account);
  if (carrier !== undefined) {
    const inbound = { kind: 'inbound', seq: smsc.newSeq(), from, to, text, ...wholeText } as const;
    carrier.optOuts?.hear(inbound);
    smsc.bringIn(carrier.protocol, account, inbound);
    return sendJson(exchange, 200, { parts: 1 });
  }
  const parts = partsOf(text, randomInt(256));
  if (parts.length > 255) return sendJson(exchange, 400, { error: 'text: too long for 255 parts' });
  for (const part of parts)
    smsc.bringIn('smpp', account, {
      kind: 'inbound',
      seq: smsc.newSeq(),
      from,
      to,
      text,
      ...part,
    });
  sendJson(exchange, 200, { parts: parts.length });
}
