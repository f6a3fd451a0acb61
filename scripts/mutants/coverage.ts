// Answers which tests can notice that a place of a source file was changed.

import { parseSync } from 'oxc-parser';
import type { MeasuredTest, Range } from './measure-tests.ts';

interface Declaration {
  start: number;
  end: number;
  names: string[];
  isExported: boolean;
}

/**
 * Tests that reach the place `at` of a source file. What a module declares when it is loaded, as a
 * statement of SQL, is reached where its name stands; an exported one wherever the file is loaded.
 */
export function reachOf(
  file: string,
  text: string,
): <Test extends { runs: readonly MeasuredTest['ran'][] }>(
  tests: readonly Test[],
  at: number,
) => Test[] {
  const declarations = declarationsOf(file, text);
  const places = (at: number, passed: Set<Declaration>): number[] | 'everywhere' => {
    const declaration = declarations.find(({ start, end }) => start <= at && at < end);
    if (declaration === undefined) return [at];
    if (passed.has(declaration)) return [];
    passed.add(declaration);
    if (declaration.isExported) return 'everywhere';
    const found: number[] = [];
    for (const use of usesOf(text, declaration)) {
      const further = places(use, passed);
      if (further === 'everywhere') return further;
      found.push(...further);
    }
    return found;
  };
  return (tests, at) => {
    const all = places(at, new Set());
    // Each by itself: a branch is a range only where it was passed over in that run.
    return tests.filter(({ runs }) =>
      runs.some((ran) => {
        const ranges = ran[file] ?? [];
        if (all === 'everywhere') return ranges.length > 0;
        return all.some((place) => hasRun(ranges, place));
      }),
    );
  };
}

/** What is evaluated once, outside of every function. */
function declarationsOf(file: string, text: string): Declaration[] {
  const found: Declaration[] = [];
  for (const statement of parseSync(file, text).program.body) {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declared = isExported ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations)
      if (init !== null && !/Function/.test(init.type))
        found.push({
          start: init.start,
          end: init.end,
          names:
            id.type === 'Identifier'
              ? [id.name]
              : (text.slice(id.start, id.end).match(/\w+/g) ?? []),
          isExported,
        });
  }
  return found;
}

const usesOf = (text: string, { start, end, names }: Declaration): number[] =>
  [...text.matchAll(/\w+/g)]
    .filter(({ 0: word, index }) => names.includes(word) && (index < start || index >= end))
    .map(({ index }) => index);

/** The smallest range around a place has its count; of equal ones the one that has run. */
function hasRun(ranges: readonly Range[], at: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const sizes = around.map(({ startOffset, endOffset }) => endOffset - startOffset);
  const smallest = Math.min(...sizes);
  return around.some(({ count }, index) => sizes[index] === smallest && count > 0);
}
