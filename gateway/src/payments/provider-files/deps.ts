// What making, sending and collecting files needs.

import type { FilePlace, FileProtocol } from '@jokko/connectors/kit';
import type { Database } from '../../platform/db/database.ts';
import type { FileTransport } from '../../platform/file-transport/index.ts';
import type { Provider, ProviderEventDeps } from '../operations/index.ts';
import type { FileReader } from './file-reader.ts';

export interface FileDeps extends ProviderEventDeps {
  database: Database;
  /** Incarnation of this node. */
  node: number;
  /** Throws when the place cannot be reached. */
  openPlace(place: FilePlace): Promise<FileTransport>;
  fileReader: Pick<FileReader, 'read'>;
}

/** A route whose orders leave in files. */
export interface FileRoute {
  route: string;
  provider: Provider;
  files: FileProtocol<{ [field: string]: unknown }>;
}

/**
 * Our account at one provider: its files are exchanged in one place, however many routes lead to
 * it.
 */
export interface FileAccount {
  routes: FileRoute[];
  place: FilePlace;
}
