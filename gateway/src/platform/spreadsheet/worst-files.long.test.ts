// Measures that the time for reading a file of rows grows with its length and not with its square,
// whatever stands in it, and that the main thread goes on meanwhile; a file that takes too long is
// cut short.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRows, ReadingCut, RowsFault } from './index.ts';
import { makeBook } from './testing/book.ts';

const worst: { [kind: string]: (count: number) => Buffer } = {
  'rows that are never closed': (count) => makeBook('<row>'.repeat(count)),
  'cells that are never closed': (count) => makeBook(`<row r="1">${'<c '.repeat(count)}`),
  'signs that begin a tag': (count) => makeBook('<row '.repeat(count)),
  'empty rows': (count) => makeBook('<row/>'.repeat(count)),
  'cells in one row': (count) => makeBook(`<row>${'<c/>'.repeat(count)}</row>`),
  'values in one cell': (count) => makeBook(`<row><c>${'<v>1</v>'.repeat(count)}</c></row>`),
  'a long number': (count) => makeBook(`<row><c><v>${'1'.repeat(count)}</v></c></row>`),
  'a long fraction': (count) => makeBook(`<row><c><v>1.${'0'.repeat(count)}1</v></c></row>`),
  'a reading within a text': (count) =>
    makeBook(`<row><c t="inlineStr"><is>${'<rPh>'.repeat(count)}`),
  escapes: (count) =>
    makeBook(`<row><c t="inlineStr"><is><t>${'_x0'.repeat(count)}</t></is></c></row>`),
  'shared texts': (count) => makeBook('', { shared: Array.from({ length: count }, () => 'x') }),
  formats: (count) => makeBook('', { styles: `<numFmts>${'<numFmt '.repeat(count)}` }),
  'a format': (count) =>
    makeBook('', { styles: `<numFmt numFmtId="170" formatCode="${'['.repeat(count)}"/>` }),
  styles: (count) => makeBook('', { styles: `<cellXfs>${'<xf/>'.repeat(count)}</cellXfs>` }),
  'a quote without an end': (count) => Buffer.from(`a;b\n"${'x'.repeat(count)}`),
  quotes: (count) => Buffer.from(`a;b\n${'"'.repeat(count)}`),
  separators: (count) => Buffer.from(`a;b\n${';'.repeat(count)}`),
  lines: (count) => Buffer.from(`a;b\n${'\n'.repeat(count)}`),
  'line ends within cells': (count) => Buffer.from(`a;b\n${'"\r\n";1\n'.repeat(count)}`),
  spaces: (count) => Buffer.from(`a;b\n${' '.repeat(count)}`),
};

const few = 100_000;

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/**
 * How long all threads work on it, and for how long this one let nothing else run. In processor
 * time, as a machine that others use as well takes a reading apart.
 */
async function read(bytes: Buffer): Promise<{ tookMs: number; silentMs: number }> {
  const begun = process.cpuUsage();
  let last = process.threadCpuUsage();
  let silentMs = 0;
  const ticker = setInterval(() => {
    silentMs = Math.max(silentMs, msOf(process.threadCpuUsage(last)));
    last = process.threadCpuUsage();
  }, 5);
  const opened = await openRows(bytes, { rowsMax: 1_000_000 });
  try {
    while ((await opened.take(1_000)).end === null);
  } catch (error) {
    assert.ok(error instanceof RowsFault, String(error));
  } finally {
    opened.close();
    clearInterval(ticker);
  }
  return { tookMs: msOf(process.cpuUsage(begun)), silentMs };
}

for (const [kind, make] of Object.entries(worst))
  test(`four times as much of it takes at most some four times as long: ${kind}`, async () => {
    const once = await read(make(few));
    const fourTimes = await read(make(4 * few));
    const said = JSON.stringify({ once, fourTimes });
    assert.ok(fourTimes.tookMs < 2_000 || fourTimes.tookMs < 10 * once.tookMs, said);
    assert.ok(fourTimes.silentMs < 500, said);
  });

test('a file that takes too long is cut short, and the thread ends', async () => {
  const rows = '<row><c><v>1</v></c></row>'.repeat(2_000_000);
  const opened = await openRows(makeBook(rows), { rowsMax: 10_000_000, readingMs: 100 });
  await assert.rejects(async () => {
    while ((await opened.take(1_000)).end === null);
  }, ReadingCut);
  opened.close();
});
