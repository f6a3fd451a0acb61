// Hashes the file of a chat message before its order is judged, in turns with other work: the
// judging is one turn, and the hash of a large file takes a good part of the time that one may
// take.

import { createHash } from 'node:crypto';
import { bareBase64 } from '@jokko/contract';
import { environment } from '../../../platform/environment.ts';
import { textInPieces } from '../../../platform/json-in-pieces.ts';
import { largeLength } from '../writer/media.ts';

/** As it is sent, and the SHA-256 of that. */
export interface HashedFile {
  base64: string;
  sha256: string;
}

/** The body with its file as it is sent; `file` is undefined where there is no large one. */
export async function withFileHashed(body: {
  [member: string]: unknown;
}): Promise<{ body: { [member: string]: unknown }; file: HashedFile | undefined }> {
  const { attachedMedia } = body;
  if (typeof attachedMedia !== 'string' || attachedMedia.length <= largeLength)
    return { body, file: undefined };
  const base64 = bareBase64(attachedMedia);
  // It would lose a second beginning when it is read: no file has one, so it is judged, and
  // refused, as it was given.
  if (bareBase64(base64) !== base64) return { body, file: undefined };
  const sha256 = createHash('sha256');
  for (const piece of textInPieces(base64)) {
    await environment.othersTurn();
    sha256.update(piece);
  }
  await environment.othersTurn();
  return {
    body: { ...body, attachedMedia: base64 },
    file: { base64, sha256: sha256.digest('hex') },
  };
}
