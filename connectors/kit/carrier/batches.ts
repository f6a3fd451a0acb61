// Gathers parts that are submitted in the same turn into requests of several parts.

import type { SmsPart } from '../sms.ts';
import type { Carrier } from './carrier.ts';

/** Calls `send` with what one request holds, at the latest at the end of the turn. */
export function gatherParts<Entry extends { part: SmsPart }>(
  { requests }: Pick<Carrier, 'requests'>,
  send: (entries: readonly Entry[]) => void,
): { add(entry: Entry): void } {
  const groups = new Map<string, Entry[]>();
  const flush = (group: string, entries: readonly Entry[]): void => {
    if (groups.get(group) !== entries) return;
    groups.delete(group);
    send(entries);
  };
  return {
    add(entry) {
      if (requests === undefined) return send([entry]);
      const group = requests.groupOf(entry.part);
      let entries = groups.get(group);
      if (entries === undefined) {
        const begun: Entry[] = [];
        groups.set(group, begun);
        queueMicrotask(() => flush(group, begun));
        entries = begun;
      }
      entries.push(entry);
      if (entries.length >= requests.partsMax) flush(group, entries);
    },
  };
}
