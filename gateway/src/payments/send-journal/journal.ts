// The send journal of a node: what was about to be sent is on this machine's disk before its first
// byte leaves, so that it is known even when the database forgets it (decision 0040). Entries that
// arrive while the disk writes share one write.

import { createGatherer } from '../../platform/db/gather.ts';
import { keyOf, type JournalEntry, type SentKey } from './entry.ts';
import { nextSegmentName } from './directory.ts';
import { createSegment, type Sealing, type Segment } from './segment.ts';

export interface SendJournal {
  /** Resolves once the entry is on the disk; rejects when it cannot be written. */
  append(entry: JournalEntry): Promise<void>;
  /** Why entries cannot be written, null while they can. */
  readonly fault: string | null;
  /** Tries again after a fault. */
  probe(): Promise<void>;
  /** The newest entries of this run, the oldest first. */
  readonly newest: readonly SentKey[];
  close(): Promise<void>;
}

/** One segment holds a few minutes of a busy node; removing a segment is how old entries go. */
const segmentBytesMax = 16 * 1024 * 1024;
const entriesPerWriteMax = 512;
/** As many as one group of the writer may commit and the database forget again. */
const newestMax = 64;

export interface SendJournalOptions {
  /** This node's own folder. */
  directory: string;
  secrets: Sealing;
  segmentBytes?: number;
}

export function openSendJournal({
  directory,
  secrets,
  segmentBytes = segmentBytesMax,
}: SendJournalOptions): SendJournal {
  let segment: Segment | null = null;
  let fault: string | null = null;
  let newest: SentKey[] = [];
  const closeSegment = async (): Promise<void> => {
    const closing = segment;
    segment = null;
    await closing?.close().catch(() => {});
  };
  const write = async (entries: readonly JournalEntry[]): Promise<void> => {
    try {
      if (segment !== null && segment.bytes() > segmentBytes) await closeSegment();
      segment ??= await createSegment(directory, nextSegmentName(directory), secrets);
      if (entries.length > 0) await segment.append(entries);
      fault = null;
    } catch (error) {
      fault = (error as NodeJS.ErrnoException).code ?? String(error);
      // Its last line may be torn: nothing is written behind it.
      await closeSegment();
      throw error;
    }
  };
  const gatherer = createGatherer<JournalEntry | null, void>(entriesPerWriteMax, async (group) => {
    const entries = group.flatMap(({ item }) => item ?? []);
    await write(entries);
    newest = [...newest, ...entries.map(keyOf)].slice(-newestMax);
    for (const waiting of group) waiting.resolve();
  });
  return {
    append: (entry) => gatherer.submit(entry),
    get fault() {
      return fault;
    },
    probe: () => gatherer.submit(null).catch(() => {}),
    get newest() {
      return newest;
    },
    async close() {
      await gatherer.drain();
      await closeSegment();
    },
  };
}
