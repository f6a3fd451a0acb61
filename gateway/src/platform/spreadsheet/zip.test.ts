// Proves that a ZIP file is read as it stands there, and that one that could be read in two ways is
// not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeZip } from './write-zip.ts';
import { findPacked, readZip } from './zip.ts';

const central = Buffer.from([0x50, 0x4b, 1, 2]);
const two = (): Buffer =>
  writeZip(
    new Map([
      ['a.xml', Buffer.from('first')],
      ['b.xml', Buffer.from('other')],
    ]),
  );
const problemOf = (file: Buffer, bytesMax = 1_000): string => {
  const read = readZip(file, () => true, bytesMax);
  return read.ok ? 'none' : read.problem;
};
/** The file with another number in the entry of its second part. */
function withSecond(place: number, value: number): Buffer {
  const file = two();
  file.writeUInt32LE(value, file.lastIndexOf(central) + place);
  return file;
}

test('parts are read by their names, within the bytes that are allowed for all of them', () => {
  const read = readZip(two(), (name) => name === 'b.xml', 5);
  assert.deepEqual(read.ok && [...read.entries].map(([name, content]) => [name, String(content)]), [
    ['b.xml', 'other'],
  ]);
  assert.equal(problemOf(two(), 9), 'too_big');
  assert.equal(String(findPacked(two(), 'b.xml')?.packed), 'other');
  assert.equal(findPacked(two(), 'c.xml'), null);
});

test('a part of another name, place, size or check sum than its entry says is refused', () => {
  assert.equal(problemOf(two()), 'none');
  // Both entries lead to the first part.
  assert.equal(problemOf(withSecond(42, 0)), 'damaged');
  assert.equal(problemOf(withSecond(16, 7)), 'damaged');
  assert.equal(problemOf(withSecond(20, 4_000)), 'damaged');
  const renamed = two();
  renamed.write('c', renamed.lastIndexOf('b.xml'));
  assert.equal(problemOf(renamed), 'damaged');
  const twice = two();
  for (const from of [0, twice.indexOf(central)]) twice.write('a', twice.indexOf('b.xml', from));
  assert.equal(problemOf(twice), 'damaged');
  assert.equal(findPacked(twice, 'a.xml'), null);
  // One name to programs that know no capitals.
  const alike = ['a.xml', 'A.XML', 'x%61.xml'].map((name) => [name, Buffer.from(name)] as const);
  assert.equal(problemOf(writeZip(new Map(alike.slice(1)))), 'none');
  assert.equal(problemOf(writeZip(new Map(alike.slice(0, 2)))), 'damaged');
  const encrypted = withSecond(8, 0x0000_0001);
  assert.equal(problemOf(encrypted), 'damaged');
});

test('a part that lies within another one is refused, whole as it may be', () => {
  const inner = writeZip(new Map([['b.xml', Buffer.from('other')]]));
  const file = writeZip(
    new Map([
      ['a.xml', inner],
      ['b.xml', Buffer.from('other')],
    ]),
  );
  assert.equal(problemOf(file), 'none');
  const head = 30 + 'a.xml'.length;
  file.writeUInt32LE(head, file.lastIndexOf(central) + 42);
  assert.equal(problemOf(file), 'damaged');
});

test('sizes of eight bytes are read where an entry has them', () => {
  const file = two();
  const entry = file.lastIndexOf(central);
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(5n, 4);
  extra.writeBigUInt64LE(5n, 12);
  file.writeUInt32LE(0xffff_ffff, entry + 20);
  file.writeUInt32LE(0xffff_ffff, entry + 24);
  file.writeUInt16LE(extra.length, entry + 30);
  const nameEnd = entry + 46 + 'b.xml'.length;
  const long = Buffer.concat([file.subarray(0, nameEnd), extra, file.subarray(nameEnd)]);
  assert.equal(problemOf(long), 'none');
  assert.equal(String(findPacked(long, 'b.xml')?.packed), 'other');
});

test('more entries than a workbook has are not looked through', () => {
  const many = new Map(
    Array.from({ length: 2_001 }, (_none, index) => [`${index}.xml`, Buffer.alloc(0)]),
  );
  assert.equal(problemOf(writeZip(many)), 'damaged');
});
