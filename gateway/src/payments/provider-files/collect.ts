// Collects what a provider has put: reads each file once, applies what it says, keeps it as
// evidence, and moves it out of the way only then. A file that comes again changes nothing.

import type { FileTransport } from '../../platform/file-transport/index.ts';
import { ThreadCut } from '../../platform/limited-thread/limited-thread.ts';
import { applyEvent, applyFileEvent, showDoubt } from './apply.ts';
import type { FileAccount, FileDeps } from './deps.ts';
import type { FileEnd } from './file-reader.ts';
import { findFile, insertFile } from './received-store.ts';

/** A file that cannot be read may still be being written: so long it stays where it is. */
const unreadableStaysMs = 600_000;
const archiveMark = 8;

/** One round. Returns how many files were new. */
export async function collect(
  deps: FileDeps,
  account: FileAccount,
  transport: FileTransport,
  cuts: Cuts,
): Promise<number> {
  let count = 0;
  for (const { name } of await transport.list()) {
    const bytes = await transport.read(name);
    if (await takeFile(deps, account, { name, bytes }, { transport, cuts })) count++;
  }
  return count;
}

async function takeFile(
  deps: FileDeps,
  account: FileAccount,
  file: { name: string; bytes: Buffer },
  { transport, cuts }: { transport: FileTransport; cuts: Cuts },
): Promise<boolean> {
  const { route } = account.routes[0]!;
  // By another thread: a large file takes longer than a turn of the event loop may.
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', file.bytes));
  const known = await findFile(deps.database, route, digest);
  const isRead =
    known === null ? await readNew(deps, account, { ...file, digest }, cuts) : known.type !== null;
  if (isRead || (known !== null && known.ageMs > unreadableStaysMs))
    await transport.archive(file.name, archivedName(file.name, digest));
  return known === null;
}

/**
 * Applies the file, then keeps it: a node that dies between the two applies it again, which changes
 * nothing. False: it is not read.
 */
async function readNew(
  deps: FileDeps,
  account: FileAccount,
  file: { name: string; bytes: Buffer; digest: Buffer },
  cuts: Cuts,
): Promise<boolean> {
  const { route } = account.routes[0]!;
  const { name } = file;
  const end = await applyWords(deps, account, file).catch((error: unknown): FileEnd | 'cut' => {
    if (!(error instanceof ThreadCut)) throw error;
    return cuts.isSecond(file.digest) ? { kind: 'refused', reason: cutTwice } : 'cut';
  });
  if (end === 'cut') {
    deps.log('warn', 'reading of a file of the provider cut short', { route, file: name });
    return false;
  }
  const kept = { ...file, route };
  if (end.kind === 'refused') {
    const { reason } = end;
    deps.log('error', 'file of the provider cannot be read', { route, file: name, reason });
    const nothing = { type: null, days: [], covered: [] };
    await insertFile(deps.database, { ...kept, ...nothing, reason });
    return false;
  }
  const { type, told: reason, days, coveredDays: covered } = end;
  await insertFile(deps.database, { ...kept, type, reason, days, covered });
  return true;
}

async function applyWords(
  deps: FileDeps,
  account: FileAccount,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<FileEnd> {
  const { connector, config } = account.routes[0]!.provider;
  const words = deps.fileReader.read({ connector: connector.name, config }, { name, bytes });
  for (;;) {
    const next = await words.next();
    if (next.done === true) return next.value;
    const word = next.value;
    if ('event' in word) await applyEvent(deps, account, word.event);
    else if ('fileEvent' in word) await applyFileEvent(deps, account, word.fileEvent);
    else await showDoubt(deps, account, word.doubt);
  }
}

/** The files whose reading was cut short once, by their bytes; it may have been the machine. */
export interface Cuts {
  isSecond(digest: Buffer): boolean;
}

export function createCuts(): Cuts {
  const once = new Set<string>();
  return {
    isSecond(digest) {
      const key = digest.toString('hex');
      if (once.delete(key)) return true;
      once.add(key);
      return false;
    },
  };
}

const cutTwice = 'its reading was cut short twice: it takes more time or memory than one file may';

/** The provider may use a name again. */
const archivedName = (name: string, digest: Buffer): string =>
  `${digest.toString('hex').slice(0, archiveMark)}-${name}`;
