// Measures that the time for reading an XML document grows with its length and not with its square,
// whatever stands in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml } from '../xml/read-xml.ts';

const worst: { [kind: string]: (count: number) => string } = {
  'tags that are never closed': (count) => `<a>${'<b '.repeat(count)}`,
  'signs that begin a tag': (count) => `<a>${'<'.repeat(count)}`,
  'signs that begin an entity': (count) => `<a>${'&'.repeat(count)}`,
  'an entity without an end': (count) => `<a>&${'a'.repeat(count)}`,
  entities: (count) => `<a>${'&amp;'.repeat(count)}</a>`,
  'a name': (count) => `<${'a'.repeat(count)}`,
  'spaces in a tag': (count) => `<a ${' '.repeat(count)}`,
  'a value without an end': (count) => `<a b="${'x'.repeat(count)}`,
  attributes: (count) => `<a ${Array.from({ length: count }, (_, at) => `b${at}=""`).join(' ')}/>`,
  'a comment without an end': (count) => `<a><!--${'- '.repeat(count)}`,
  comments: (count) => `<a>${'<!-- -->'.repeat(count)}</a>`,
  'a section without an end': (count) => `<a><![CDATA[${']'.repeat(count)}`,
  sections: (count) => `<a>${'<![CDATA[x]]>'.repeat(count)}</a>`,
  'an instruction without an end': (count) => `<a><?x ${'?'.repeat(count)}`,
  'a document type': (count) => `<!DOCTYPE ${'['.repeat(count)}`,
  elements: (count) => `<a>${'<b/>'.repeat(count)}</a>`,
  'line ends': (count) => `<a>${'\r\n'.repeat(count)}</a>`,
  'a declaration': (count) => `<?xml ${'encoding '.repeat(count)}`,
};

const few = 100_000;
/**
 * What is over it once and not again was the machine: a collection of garbage falls into one
 * measurement and not into the other.
 */
const triesMax = 4;

/** Processor time of this thread: a machine that others use as well takes a reading apart. */
function timeOf(text: string): number {
  const bytes = Buffer.from(text);
  const times = [1, 2, 3].map(() => {
    const begun = process.threadCpuUsage();
    readXml(bytes);
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

for (const [kind, make] of Object.entries(worst))
  test(`four times as much of it takes some four times as long: ${kind}`, () => {
    const found: string[] = [];
    let isWithin = false;
    for (let tries = 0; tries < triesMax && !isWithin; tries += 1) {
      const [once, fourTimes] = [timeOf(make(few)), timeOf(make(4 * few))];
      // Sixteen times where it grew with the square; below 20 ms it does not matter what it does.
      isWithin = fourTimes < 20 || fourTimes < 10 * once;
      found.push(`${once} ms, then ${fourTimes} ms`);
    }
    assert.ok(isWithin, found.join('; '));
  });
