// Reads the body of a notice about one message. What is larger than any such notice is not read: it
// would hold up the node.

import { objectFromWire, type JsonObject } from '../wire-json.ts';

/** Bytes: more than the longest text takes, however it is written. */
const noticeMax = 65_536;

/** The fields of a form; none where the body is too large. */
export const formOfNotice = (body: Buffer): URLSearchParams =>
  new URLSearchParams(body.length > noticeMax ? '' : body.toString('utf8'));

/** An object of JSON; null for anything else, and where the body is too large. */
export const objectOfNotice = (body: Buffer): JsonObject | null =>
  body.length > noticeMax ? null : objectFromWire(body);
