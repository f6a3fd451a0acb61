// Reads V8's coverage of a test process: which places of a source file have run.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Script {
  url: string;
  functions: { ranges: Range[] }[];
}

/** UTF-16 offsets; types are stripped to spaces, so that they are those of the source text. */
interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

/** Answers whether the place `at` of a file has run, by what stands in NODE_V8_COVERAGE's directory. */
export function readCoverage(directory: string): (path: string, at: number) => boolean {
  const scripts = new Map<string, Range[][]>();
  for (const name of readdirSync(directory)) {
    const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as {
      result: Script[];
    };
    for (const { url, functions } of result)
      scripts.set(url, [...(scripts.get(url) ?? []), functions.flatMap(({ ranges }) => ranges)]);
  }
  return (path, at) =>
    (scripts.get(pathToFileURL(path).href) ?? []).some((ranges) => hasRun(ranges, at));
}

/** The smallest range around a place has its count. */
function hasRun(ranges: readonly Range[], at: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const size = ({ startOffset, endOffset }: Range): number => endOffset - startOffset;
  const [smallest] = around.toSorted((left, right) => size(left) - size(right));
  return smallest !== undefined && smallest.count > 0;
}
