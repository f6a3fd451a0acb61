// Gathers parts that are submitted in the same turn into requests of several parts.

import type { SmsPart } from '../sms.ts';
import type { Carrier } from './carrier.ts';

interface Group<Entry> {
  entries: Entry[];
  keys: Set<string>;
}

/** Calls `send` with what one request holds, at the latest at the end of the turn. */
export function gatherParts<Entry extends { part: SmsPart }>(
  { requests }: Pick<Carrier, 'requests'>,
  send: (entries: readonly Entry[]) => void,
): { add(entry: Entry): void } {
  const groups = new Map<string, Group<Entry>>();
  const flush = (name: string, group: Group<Entry>): void => {
    if (groups.get(name) !== group) return;
    groups.delete(name);
    send(group.entries);
  };
  return {
    add(entry) {
      if (requests === undefined) return send([entry]);
      const { groupOf, keyOf, partsMax } = requests;
      const key = keyOf?.(entry.part) ?? '';
      const nameIn = groupOf(entry.part);
      const nameOf = (count: number): string => `${count} ${nameIn}`;
      let count = 1;
      while (key !== '' && groups.get(nameOf(count))?.keys.has(key) === true) count += 1;
      const name = nameOf(count);
      const group = groups.get(name) ?? { entries: [], keys: new Set() };
      if (group.entries.length === 0) {
        groups.set(name, group);
        queueMicrotask(() => flush(name, group));
      }
      group.entries.push(entry);
      group.keys.add(key);
      if (group.entries.length >= partsMax) flush(name, group);
    },
  };
}
