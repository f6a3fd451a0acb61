// Collects what a provider has put: reads each file once, applies what it says, keeps it as
// evidence, and moves it out of the way only then. A file that comes again changes nothing.

import { createHash } from 'node:crypto';
import type { FileTransport } from '../../platform/file-transport/index.ts';
import { applyEvent, applyFileEvent, showDoubt } from './apply.ts';
import type { FileAccount, FileDeps } from './deps.ts';
import { findFile, insertFile } from './received-store.ts';

/** A file that cannot be read may still be being written: so long it stays where it is. */
const unreadableStaysMs = 600_000;
const reasonMax = 500;
const archiveMark = 8;

/** One round. Returns how many files were new. */
export async function collect(
  deps: FileDeps,
  account: FileAccount,
  transport: FileTransport,
): Promise<number> {
  let count = 0;
  for (const { name } of await transport.list()) {
    const bytes = await transport.read(name);
    if (await takeFile(deps, account, { name, bytes }, transport)) count++;
  }
  return count;
}

async function takeFile(
  deps: FileDeps,
  account: FileAccount,
  file: { name: string; bytes: Buffer },
  transport: FileTransport,
): Promise<boolean> {
  const { route } = account.routes[0]!;
  const digest = createHash('sha256').update(file.bytes).digest();
  const known = await findFile(deps.database, route, digest);
  const isRead =
    known === null ? await readNew(deps, account, { ...file, digest }) : known.type !== null;
  if (isRead || (known !== null && known.ageMs > unreadableStaysMs))
    await transport.archive(file.name, archivedName(file.name, digest));
  return known === null;
}

/** Applies the file, then keeps it: a node that dies between the two applies it again, which changes nothing. False: it was refused. */
async function readNew(
  deps: FileDeps,
  account: FileAccount,
  { name, bytes, digest }: { name: string; bytes: Buffer; digest: Buffer },
): Promise<boolean> {
  const { route, provider, files } = account.routes[0]!;
  const reading = files.read(provider.config, { name, bytes });
  const kept = { route, digest, name, bytes };
  if (reading.kind === 'refused') {
    deps.log('error', 'file of the provider cannot be read', {
      route,
      file: name,
      reason: reading.reason,
    });
    const nothing = { type: null, days: [], covered: [] };
    await insertFile(deps.database, { ...kept, ...nothing, reason: reading.reason });
    return false;
  }
  for (const event of reading.events) await applyEvent(deps, account, event);
  for (const event of reading.fileEvents) await applyFileEvent(deps, account, event);
  for (const doubt of reading.doubts) await showDoubt(deps, account, doubt);
  const { type, days, coveredDays: covered, notes = [] } = reading;
  const told = [...reading.doubts.map(({ evidence }) => evidence), ...notes];
  const reason = told.join('; ').slice(0, reasonMax) || null;
  await insertFile(deps.database, { ...kept, type, reason, days, covered });
  return true;
}

/** The provider may use a name again. */
const archivedName = (name: string, digest: Buffer): string =>
  `${digest.toString('hex').slice(0, archiveMark)}-${name}`;
