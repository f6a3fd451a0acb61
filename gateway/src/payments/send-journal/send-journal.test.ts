// F53: what was about to be sent can be read again from the disk: after a torn line, across
// segments, with its secrets sealed, by several nodes in one directory.

import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { after, test } from 'node:test';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/index.ts';
import { testAttempt, testTerms } from '../operations/testing.ts';
import { createSegment } from './segment.ts';
import {
  countSegments,
  nodeDirectories,
  nodeDirectory,
  openSendJournal,
  readBackwards,
  readNewest,
  removeOldSegments,
  resealSegments,
  type JournalEntry,
  type SentKey,
} from './index.ts';

const root = mkdtempSync(join(tmpdir(), 'jokko-send-journal-'));
after(() => rmSync(root, { recursive: true }));

const secrets = openKeyRing(makeSecretKey());
const hash = 'c0ffee'.repeat(10);

function entry(index: number): JournalEntry {
  const { number, purpose, route, prepared, sentAt } = testAttempt({
    prepared: { refs: { ours: `ref-${index}` }, method: 'POST', path: '/', body: 'é{}' },
  });
  return {
    terms: testTerms({ id: String(1_000_000_000_000 + index), callbackHash: hash }),
    attempt: { number, purpose, route, prepared, sentAt },
  };
}

async function readAll(journals: string, keys = secrets) {
  const reading = { torn: 0, locked: 0 };
  const all: JournalEntry[] = [];
  for (const directory of nodeDirectories(journals)) {
    const segments: JournalEntry[][] = [];
    for await (const each of readBackwards(directory, keys, reading))
      segments.unshift(await Promise.all(each.map(({ read }) => read())));
    all.push(...segments.flat());
  }
  return { entries: all, ...reading };
}

const numbersOf = (entries: SentKey[]) => entries.map(({ terms }) => Number(terms.id) % 1_000);

test('F53 every entry of every node is read again as it was written, across segments', async () => {
  const journals = join(root, 'whole');
  const open = (nodeId: string) =>
    openSendJournal({ directory: nodeDirectory(journals, nodeId), secrets, segmentBytes: 2_000 });
  const one = open('one');
  for (let index = 1; index <= 5; index++)
    await Promise.all([one.append(entry(2 * index - 1)), one.append(entry(2 * index))]);
  assert.deepEqual(numbersOf([...one.newest]), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await one.close();
  const other = open('other.host:8080');
  await other.append(entry(11));
  await other.close();
  const { entries, torn, locked } = await readAll(journals);
  assert.deepEqual({ torn, locked }, { torn: 0, locked: 0 });
  assert.deepEqual(numbersOf(entries), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  assert.deepEqual(entries[0], entry(1));
  const segments = readdirSync(nodeDirectory(journals, 'one'));
  assert.ok(segments.length > 1, `${segments.length} segments`);
  assert.deepEqual(
    numbersOf(await readNewest(nodeDirectory(journals, 'one'), secrets, 3)),
    [8, 9, 10],
  );
});

test('F53 an order with a large file is read again as it was written, beside others', async () => {
  const journals = join(root, 'large');
  const journal = openSendJournal({ directory: nodeDirectory(journals, 'one'), secrets });
  const base64 = 'QUJD/'.repeat(500_000);
  const media = { name: 'é', extension: '.png', base64 };
  const large = entry(2);
  large.terms.details.extra = { type: 'chat', message: 'a', media };
  large.attempt.prepared.body = JSON.stringify({ base64 });
  const entries = [entry(1), large, entry(3)];
  await Promise.all(entries.map((each) => journal.append(each)));
  // As many as are compared would fill the memory of a node.
  const ours = (index: number) => ({ prepared: { refs: { ours: `ref-${index}` } } });
  const key = (index: number) => ({
    terms: { accountId: large.terms.accountId, id: entry(index).terms.id },
    attempt: { number: large.attempt.number, ...ours(index) },
  });
  const keys = [1, 2, 3].map(key);
  const byNumber = (all: readonly SentKey[]) =>
    all.toSorted((one, other) => Number(one.terms.id) - Number(other.terms.id));
  assert.deepEqual(byNumber(journal.newest), keys);
  await journal.close();
  assert.deepEqual(byNumber(await readNewest(nodeDirectory(journals, 'one'), secrets, 9)), keys);
  const read = await readAll(journals);
  assert.deepEqual([read.torn, numbersOf(read.entries).toSorted()], [0, [1, 2, 3]]);
  const found = read.entries.find(({ terms }) => terms.id === large.terms.id);
  assert.ok(JSON.stringify(found?.terms.details) === JSON.stringify(large.terms.details));
  assert.ok(found?.attempt.prepared.body === large.attempt.prepared.body);
});

test('F53 of an entry no more is held than tells what was sent, until it is read', async () => {
  const journals = join(root, 'held');
  const directory = nodeDirectory(journals, 'one');
  const journal = openSendJournal({ directory, secrets });
  const large = entry(2);
  const media = { name: 'é', extension: '.png', base64: 'QUJD'.repeat(100_000) };
  large.terms.details.extra = { type: 'chat', message: 'é', media };
  for (const each of [entry(1), large, entry(3)]) await journal.append(each);
  await journal.close();
  for await (const held of readBackwards(directory, secrets, { torn: 0, locked: 0 })) {
    const told = held.map(({ terms, attempt }) => ({ terms, attempt }));
    assert.ok(serialize(told).length < 2_000, 'without the file');
    const whole = await Promise.all(held.map(({ read }) => read()));
    assert.deepEqual(whole, [entry(1), large, entry(3)]);
    for (const [index, { terms, attempt }] of told.entries()) {
      assert.deepEqual({ ...whole[index]!.terms, ...terms }, whole[index]!.terms);
      assert.deepEqual(attempt.sentAt, whole[index]!.attempt.sentAt);
    }
  }
});

test('F53 a text with line separators that JSON leaves as they are costs no entry', async () => {
  const journals = join(root, 'separators');
  const journal = openSendJournal({ directory: nodeDirectory(journals, 'one'), secrets });
  const entries = ['plain', 'a\u2028b', 'c\u2029d', 'e\u0085f'].map((note, index) => {
    const each = entry(index);
    each.terms.clientData = { note };
    each.attempt.prepared.body = JSON.stringify({ note });
    return each;
  });
  for (const each of entries) await journal.append(each);
  await journal.close();
  const read = await readAll(journals);
  assert.deepEqual([read.torn, read.entries], [0, entries]);
});

test('F53 files are for their owner alone, and the hash of a callback stands in none of them', async () => {
  const journals = join(root, 'sealed');
  const directory = nodeDirectory(journals, 'one');
  const journal = openSendJournal({ directory, secrets });
  await journal.append(entry(1));
  await journal.close();
  const file = join(directory, readdirSync(directory)[0]!);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(!readFileSync(file, 'utf8').includes(hash));
  // Without the key-encryption key what was sent is still known.
  const { entries, locked } = await readAll(journals, openKeyRing(makeSecretKey()));
  assert.equal(locked, 1);
  assert.deepEqual(entries, [
    { ...entry(1), terms: { ...entry(1).terms, callbackHash: null, paymentPageToken: null } },
  ]);
});

test('F63 segments are sealed under another key-encryption key while their node writes', async () => {
  const journals = join(root, 'resealed');
  const directory = nodeDirectory(journals, 'one');
  const [oldKey, newKey] = [makeSecretKey(), makeSecretKey()];
  const [old, both, alone] = [
    openKeyRing(oldKey),
    openKeyRing(newKey, [oldKey]),
    openKeyRing(newKey),
  ];
  const [oldId, newId] = [old.keyIds[0], alone.keyIds[0]];
  const journal = openSendJournal({ directory, secrets: old, segmentBytes: 1_200 });
  for (const index of [1, 2, 3]) await journal.append(entry(index));
  const [strange, torn] = [join(directory, '00000008.jsonl'), join(directory, '00000009.jsonl')];
  const lost = await createSegment(directory, '00000008.jsonl', openKeyRing(makeSecretKey()));
  await lost.close();
  writeFileSync(torn, 'torn');
  assert.equal((await countSegments(journals)).get(oldId), 2);
  const before = readFileSync(join(directory, '00000001.jsonl'), 'utf8');
  assert.deepEqual(await resealSegments(journals, both), { segments: 2, unopened: [strange] });
  // The node has the last segment open.
  await journal.append(entry(4));
  await journal.close();
  const counts = await countSegments(journals);
  assert.deepEqual([counts.get(oldId), counts.get(newId)], [undefined, 2]);
  const after = readFileSync(join(directory, '00000001.jsonl'), 'utf8');
  assert.equal(after.length, before.length);
  assert.equal(after.slice(after.indexOf('\n')), before.slice(before.indexOf('\n')));
  const { entries } = await readAll(journals, alone);
  assert.deepEqual(entries, [entry(1), entry(2), entry(3), entry(4)]);
  assert.equal((await resealSegments(journals, both)).segments, 0, 'run again');
});

test('F53 a torn last line and a damaged line cost no other entry', async () => {
  const journals = join(root, 'torn');
  const directory = nodeDirectory(journals, 'one');
  const journal = openSendJournal({ directory, secrets });
  for (const index of [1, 2, 3]) await journal.append(entry(index));
  await journal.close();
  const file = join(directory, readdirSync(directory)[0]!);
  const lines = readFileSync(file, 'utf8').split('\n');
  lines[2] = lines[2]!.replace('ref-2', 'ref-X');
  writeFileSync(file, lines.join('\n'));
  appendFileSync(file, lines[3]!.slice(0, 200));
  const { entries, torn } = await readAll(journals);
  assert.deepEqual(numbersOf(entries), [1, 3]);
  assert.equal(torn, 2);
});

test('F59 while entries cannot be written each is refused, and a later one is written behind no torn line', async () => {
  const journals = join(root, 'fault');
  const directory = nodeDirectory(journals, 'one');
  writeFileSync(join(root, 'fault'), 'no directory');
  const journal = openSendJournal({ directory, secrets });
  await assert.rejects(journal.append(entry(1)));
  assert.equal(journal.fault, 'ENOTDIR');
  rmSync(join(root, 'fault'));
  await journal.probe();
  assert.equal(journal.fault, null);
  await journal.append(entry(2));
  await journal.close();
  assert.deepEqual(numbersOf((await readAll(journals)).entries), [2]);
});

test('segments are removed when they are old, whoever wrote them', async () => {
  const journals = join(root, 'old');
  for (const nodeId of ['one', 'gone']) {
    const journal = openSendJournal({ directory: nodeDirectory(journals, nodeId), secrets });
    await journal.append(entry(nodeId === 'one' ? 1 : 2));
    await journal.close();
  }
  const gone = nodeDirectory(journals, 'gone');
  const day = new Date('2026-01-01');
  utimesSync(join(gone, readdirSync(gone)[0]!), day, day);
  assert.equal(removeOldSegments(journals, new Date('2026-02-01')), 1);
  assert.deepEqual(numbersOf((await readAll(journals)).entries), [1]);
});
