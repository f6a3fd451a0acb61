// Routes of the simulated Cloud API; choices are in PROTOCOL.md of this folder.

import { hash, timingSafeEqual } from 'node:crypto';
import {
  decodePart,
  header,
  isMembers,
  isWebAddress,
  readBody,
  readJson,
  sendJson,
  sendText,
  textMember,
} from '../http/exchange.ts';
import { testAccount } from './credentials.ts';
import { errorOfId, sendError, sendGraphError } from './errors.ts';
import { firstNotice } from './first-notice.ts';
import { readMessage } from './message-body.ts';
import { messageId } from './present.ts';
import { behaviourOf } from './test-numbers.ts';
import { readUpload } from './upload.ts';
import type { Order } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ProtocolDeps } from '../protocol.ts';
import type { MediaStore } from './media-store.ts';
import type { Subscription } from './subscription.ts';

export interface WhatsappDeps extends ProtocolDeps {
  media: MediaStore;
  subscription: Subscription;
  /** Refusals of the test number 453, by recipient. */
  refusedTooFast: Map<string, number>;
}

/** Handles a path below the base: `/v21.0/…`, of any version. */
export async function handleWhatsapp(
  deps: WhatsappDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (!isSame(header(exchange, 'authorization') ?? '', `Bearer ${testAccount.accessToken}`))
    return sendGraphError(exchange, 190, 'the token is not known');
  const [version = '', id = '', area = ''] = path.split('/').slice(1).map(decodePart);
  if (!/^v\d+\.\d+$/.test(version)) return sendGraphError(exchange, 100, 'no such version');
  const { method } = exchange;
  if (id === testAccount.wabaId && area === 'subscribed_apps' && method === 'POST')
    return subscribe(deps, exchange);
  if (id === testAccount.phoneNumberId) {
    if (area === 'messages' && method === 'POST') return send(deps, exchange);
    if (area === 'media' && method === 'POST') return upload(deps, exchange);
    if (area === '' && method === 'GET') return sendNumber(exchange);
  }
  if (area === '' && method === 'GET') return sendMedia(deps, exchange, id);
  if (area === 'content' && method === 'GET') return sendContent(deps, exchange, id);
  if (area === '' && method === 'DELETE' && deps.media.remove(id))
    return sendJson(exchange, 200, { success: true });
  return sendGraphError(exchange, 33, `no object ${id}`);
}

function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
}

/** The account's own address for notices (`override_callback_uri`). */
async function subscribe(deps: WhatsappDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const address = isMembers(body) ? textMember(body, 'override_callback_uri') : undefined;
  const verifyToken = isMembers(body) ? textMember(body, 'verify_token') : undefined;
  if (address === undefined || verifyToken === undefined || !isWebAddress(address))
    return sendGraphError(exchange, 100, 'override_callback_uri and verify_token are needed');
  if (!(await deps.subscription.replace(address, verifyToken)))
    return sendGraphError(exchange, 100, 'the address did not bring the challenge back');
  sendJson(exchange, 200, { success: true });
}

async function send(deps: WhatsappDeps, exchange: Exchange): Promise<void> {
  const order = readMessage(await readJson(exchange), deps.media, deps.subscription.address());
  if ('code' in order) return sendGraphError(exchange, order.code, order.details);
  const behaviour = behaviourOf(order.party);
  if (behaviour.kind === 'refused') return sendGraphError(exchange, behaviour.code);
  if (behaviour.kind === 'broken') return sendGraphError(exchange, 131000);
  if (behaviour.kind === 'tooFast') {
    const times = deps.refusedTooFast.get(order.party) ?? 0;
    deps.refusedTooFast.set(order.party, times + 1);
    if (times < 2) return sendGraphError(exchange, 130429);
  }
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') {
    await tellOfLost(deps, order);
    return deps.hold(exchange);
  }
  // The book keeps one message for each reference; a caller that sends one twice is told so here.
  if (submission.kind === 'conflict' || !submission.fresh)
    return sendGraphError(exchange, 100, 'this simulator takes each reference once');
  const { operation } = submission;
  if (operation.status === 'failed') return sendError(exchange, 400, errorOfId(operation.errorId));
  sendJson(exchange, 200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: order.party, wa_id: order.party }],
    messages: [{ id: messageId(operation.seq), message_status: 'accepted' }],
  });
}

/** Digits 8003: the answer is lost, and the notice comes all the same. */
async function tellOfLost(deps: WhatsappDeps, { reference, callbackUrl }: Order): Promise<void> {
  const operation = await deps.engine.find(reference);
  if (operation?.status !== 'succeeded' || callbackUrl === null) return;
  const notice = firstNotice(deps, { operation, callbackUrl, forged: false });
  if (notice !== null) void deps.notices.send(notice);
}

async function upload(deps: WhatsappDeps, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange);
  const read =
    body === null
      ? 'too large'
      : readUpload(header(exchange, 'content-type') ?? '', body, exchange.query);
  if (typeof read === 'string') return sendGraphError(exchange, 131053, read);
  sendJson(exchange, 200, { id: deps.media.add(read.type, read.bytes).id });
}

function sendMedia(deps: WhatsappDeps, exchange: Exchange, id: string): void {
  const stored = deps.media.get(id);
  if (stored === undefined) return sendGraphError(exchange, 33, `no object ${id}`);
  sendJson(exchange, 200, {
    messaging_product: 'whatsapp',
    url: `${deps.pageBase()}/whatsapp/v21.0/${id}/content`,
    mime_type: stored.type,
    sha256: stored.sha256,
    file_size: stored.bytes.length,
    id,
  });
}

function sendContent(deps: WhatsappDeps, exchange: Exchange, id: string): void {
  const stored = deps.media.get(id);
  if (stored === undefined) return sendGraphError(exchange, 33, `no object ${id}`);
  const { response } = exchange;
  response.writeHead(200, { 'content-type': stored.type, 'content-length': stored.bytes.length });
  response.end(stored.bytes);
}

function sendNumber(exchange: Exchange): void {
  sendText(
    exchange,
    200,
    'application/json; charset=utf-8',
    JSON.stringify({
      id: testAccount.phoneNumberId,
      display_phone_number: testAccount.displayNumber,
      verified_name: 'Jokko Sandbox',
      quality_rating: 'GREEN',
    }),
  );
}
