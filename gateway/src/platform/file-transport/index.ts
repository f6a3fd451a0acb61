// Entry point of file transport: opens the place where a route's provider exchanges files.

import { join } from 'node:path';
import type { FilePlace } from '@jokko/connectors/kit';
import { openFolder } from './folder.ts';
import { openSftp } from './sftp.ts';
import type { FileTransport } from './transport.ts';

export type { FileTransport, ListedFile, PutResult } from './transport.ts';

/**
 * `root`: the directory that holds the folders of all routes. Throws when the place cannot be
 * reached; nothing has left then.
 */
export function openPlace(place: FilePlace, root: string): Promise<FileTransport> {
  return place.kind === 'folder' ? openFolder(join(root, place.folder)) : openSftp(place);
}
