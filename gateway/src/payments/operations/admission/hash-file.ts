// Hashes the file of a chat message before its order is judged, in turns with other work. Judging
// takes one turn of the event loop, and hashing a large file would take a good part of it.

import { createHash } from 'node:crypto';
import { bareBase64 } from '@jokko/contract';
import { environment } from '../../../platform/environment.ts';
import { textInPieces } from '../../../platform/json-in-pieces.ts';
import { largeLength } from '../writer/media.ts';

/** The file as it is sent, and its SHA-256. */
export interface HashedFile {
  base64: string;
  sha256: string;
}

/** Returns the body with its file as it is sent. `file` is undefined if there is no large file. */
export async function withFileHashed(body: {
  [member: string]: unknown;
}): Promise<{ body: { [member: string]: unknown }; file: HashedFile | undefined }> {
  const { attachedMedia } = body;
  if (typeof attachedMedia !== 'string' || attachedMedia.length <= largeLength)
    return { body, file: undefined };
  const base64 = bareBase64(attachedMedia);
  // Reading the file would cut off a second `data:…;base64,`. No real file has two, so it is
  // judged, and refused, as it was given.
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
