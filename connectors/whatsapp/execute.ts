// Sends a message: uploads its file first, which nobody sees, and then the message itself. An
// accepted message succeeds by Meta's notice; an answer that was lost is never sent again.

import { hash } from 'node:crypto';
import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
  RefusalRow,
  Refs,
} from '@jokko/connectors/kit';
import {
  asObject,
  failed,
  listMember,
  notSent,
  objectFromWire,
  pending,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import { post } from './call.ts';
import { resolution } from './config.ts';
import type { WhatsappConfig } from './config.ts';
import { mediaOf, uploadOf } from './media.ts';
import { chatOf, mediaPlaceholder } from './message.ts';
import { refusalOf, readError } from './read-error.ts';
import type { ReadError } from './read-error.ts';
import { webhookStands } from './webhook.ts';

export async function execute(
  context: Context<WhatsappConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  const { refs, path } = prepared;
  // Without an address for notices nobody would ever know what became of the message.
  if (context.config.registerWebhook === true && !(await webhookStands(context, intent)))
    return notSent(refs, 'the address of notices could not be registered');
  const body = await withMedia(context, intent, prepared);
  if (typeof body !== 'string') return body;
  const result = await post(context, path, body);
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind === 'lost' || object === null) return unclear(refs, result);
  return result.status === 200
    ? accepted(refs, object, result)
    : refused(context, refs, object, result);
}

type Answer = Extract<HttpResult, { kind: 'answer' }>;

/** Accepted says nothing about the recipient: that comes by notice. */
function accepted(refs: Refs, object: JsonObject, result: Answer): Outcome {
  const [message] = listMember(object, 'messages');
  const theirs = message === undefined ? undefined : textMember(message, 'id');
  if (theirs === undefined) return unclear(refs, result);
  return { ...pending({ ...refs, theirs }, 'provider'), nextQueryInMs: nothingToAskMs };
}

/** There is no status query: the next look only sees whether the result is overdue. */
export const nothingToAskMs = 30 * 60_000;

function refused(
  context: Context<WhatsappConfig>,
  refs: Refs,
  object: JsonObject,
  result: Answer,
): Outcome {
  const error = asObject(object['error']);
  const read = error === null ? null : readError(error, context.config.sandbox);
  if (read === null) return unclear(refs, result);
  if (read.row === undefined)
    return unlisted(
      context.log,
      {
        connector: 'whatsapp',
        operation: 'chat',
        code: String(read.code),
        httpStatus: result.status,
      },
      refs,
      resolution,
    );
  const row = plainRefusal(read, result.status);
  return row === null ? unclear(refs, result) : failed(refs, refusalOf(row, read));
}

/** Null: it proves nothing, since the code does not or whoever answered gave up. */
const plainRefusal = ({ row, code, isNamed }: ReadError, httpStatus: number): RefusalRow | null =>
  typeof row !== 'object' || (!isNamed && gaveUp(httpStatus, isOwnFault(code))) ? null : row;

/**
 * Meta answers some refusals of ours with HTTP 500; the documentation lists these codes as such.
 */
const codesWith500: ReadonlySet<number> = new Set([
  3, 131037, 131042, 131045, 131051, 131053, 131057, 133010,
]);
const isOwnFault = (code: number): boolean =>
  codesWith500.has(code) || (code >= 133_000 && code < 134_000);

/** The bytes to send, with the id of the uploaded file; or why nothing was sent. */
async function withMedia(
  context: Context<WhatsappConfig>,
  intent: Intent,
  { refs, body }: Prepared,
): Promise<string | Outcome> {
  const { media } = chatOf(intent);
  const file = media === undefined ? null : mediaOf(media);
  if (media === undefined || file === null) return body;
  // Derived, so that it is not in the file by chance.
  const boundary = hash('sha256', `${refs.ours} ${media.base64.length}`, 'hex').slice(0, 40);
  const upload = uploadOf(file, media.base64, boundary);
  const type = `multipart/form-data; boundary=${boundary}`;
  const result = await post(context, `/${context.config.phoneNumberId}/media`, upload, type);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  const id = object === null ? undefined : textMember(object, 'id');
  if (result.kind === 'answer' && result.status === 200 && id !== undefined && /^\w+$/.test(id))
    return body.replace(`"${mediaPlaceholder}"`, JSON.stringify(id));
  const error = object === null ? null : asObject(object['error']);
  const read = error === null ? null : readError(error, context.config.sandbox);
  const row = read === null || result.kind !== 'answer' ? null : plainRefusal(read, result.status);
  // Nobody has received anything: what is no plain refusal is tried again.
  return read === null || row === null
    ? notSent(refs, 'the file could not be uploaded')
    : failed(refs, refusalOf(row, read));
}

const unclear = (refs: Refs, result: HttpResult): Outcome =>
  unknown(refs, unclearCause(result), resolution);
