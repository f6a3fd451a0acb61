// Parses JSON text with the line of each part. A strict parser that keeps positions, so that an
// operator who edits a document by hand sees the line of a mistake.

export interface TextProblem {
  line: number;
  column: number;
  message: string;
}

/**
 * `lineOf` takes a JSON pointer ('' is the whole) and answers the line of that member or of the
 * nearest part around it.
 */
export type JsonText =
  | {
      ok: true;
      value: unknown;
      lineOf(pointer: string): number;
      duplicates: { pointer: string; line: number }[];
    }
  | { ok: false; problem: TextProblem };

// Our documents are at most seven levels deep; the bound keeps hostile nesting off the call stack.
const depthMax = 20;

/**
 * What a node reads between other work, in some 30 ms: 24 times the document that an installation
 * begins with.
 */
const partsMax = 20_000;
const linesMax = 100_000;

/**
 * Null: it is short enough to be read by a node that has other work. A command reads longer ones.
 */
export function lengthProblem(text: string): TextProblem | null {
  const counts = { parts: 0, lines: 1 };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === ',' || sign === '{' || sign === '[') counts.parts += 1;
    else if (sign === '\n') counts.lines += 1;
    else continue;
    if (counts.parts > partsMax || counts.lines > linesMax)
      return {
        line: counts.lines,
        column: 1,
        message: `longer than ${partsMax} values or ${linesMax} lines: use the command line to import it`,
      };
  }
  return null;
}

class Malformed extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Parses `text` strictly. The first syntax error ends it; a member that occurs twice is listed in
 * `duplicates` and the first one counts.
 */
export function parseJsonText(text: string): JsonText {
  const reader = makeReader(text);
  try {
    const value = reader.document();
    const lines = lineStartsOf(text);
    const lineAt = (offset: number) => positionOf(lines, offset).line;
    return {
      ok: true,
      value,
      lineOf: (pointer) => lineAt(nearest(reader.offsets, pointer)),
      duplicates: reader.duplicates.map(({ pointer, offset }) => ({
        pointer,
        line: lineAt(offset),
      })),
    };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return {
      ok: false,
      problem: { ...positionOf(lineStartsOf(text), error.offset), message: error.message },
    };
  }
}

/** One step of a JSON pointer, escaped. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function nearest(offsets: Map<string, number>, pointer: string): number {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const offset = offsets.get(at);
    if (offset !== undefined) return offset;
    if (at === '') return 0;
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function positionOf(lineStarts: number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

const blank = /[ \t\r\n]*/y;
const numberText = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// eslint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings
const stringText = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const word = /true|false|null/y;

/** Moves over the text; every function either consumes what it names or throws `Malformed`. */
function makeScanner(text: string) {
  let at = text.startsWith('\ufeff') ? 1 : 0;

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  }
  function fail(message: string): never {
    throw new Malformed(at, at >= text.length ? 'the text ends too early' : message);
  }
  return {
    take,
    fail,
    /** Skips blanks and answers the offset of what comes next. */
    next(): number {
      take(blank);
      return at;
    },
    /** The character that comes next, or undefined at the end. */
    peek: (): string | undefined => text[at],
    sign(expected: string): void {
      take(blank);
      if (text[at] !== expected) fail(`expected "${expected}"`);
      at += 1;
    },
    /** After an opening bracket: true when the closing one follows at once. */
    opensEmpty(close: string): boolean {
      at += 1;
      take(blank);
      if (text[at] !== close) return false;
      at += 1;
      return true;
    },
    /** After an item: true when a comma announces another one. */
    more(close: string): boolean {
      take(blank);
      const sign = text[at];
      if (sign !== ',' && sign !== close) fail(`expected "," or "${close}"`);
      at += 1;
      return sign === ',';
    },
    string(): string {
      const found =
        take(stringText) ??
        fail(
          text[at] === '"'
            ? 'a string that does not end, or has a bad character'
            : 'expected a name in double quotes',
        );
      return JSON.parse(found) as string;
    },
  };
}

function makeReader(text: string) {
  const scanner = makeScanner(text);
  const offsets = new Map<string, number>();
  const duplicates: { pointer: string; offset: number }[] = [];

  function member(result: { [name: string]: unknown }, pointer: string, depth: number): void {
    const offset = scanner.next();
    const name = scanner.string();
    const here = pointer + pointerStep(name);
    scanner.sign(':');
    if (name === '__proto__') throw new Malformed(offset, 'a member must not be called __proto__');
    if (Object.hasOwn(result, name)) {
      duplicates.push({ pointer: here, offset });
      value(`${here}/duplicate`, depth + 1);
      return;
    }
    offsets.set(here, offset);
    result[name] = value(here, depth + 1);
  }

  function value(pointer: string, depth: number): unknown {
    if (depth > depthMax) scanner.fail(`nested deeper than ${depthMax}`);
    const offset = scanner.next();
    if (!offsets.has(pointer)) offsets.set(pointer, offset);
    switch (scanner.peek()) {
      case '{': {
        const result: { [name: string]: unknown } = {};
        if (scanner.opensEmpty('}')) return result;
        do member(result, pointer, depth);
        while (scanner.more('}'));
        return result;
      }
      case '[': {
        const result: unknown[] = [];
        if (scanner.opensEmpty(']')) return result;
        do result.push(value(pointer + pointerStep(result.length), depth + 1));
        while (scanner.more(']'));
        return result;
      }
      case '"':
        return scanner.string();
      default:
        return JSON.parse(
          scanner.take(word) ?? scanner.take(numberText) ?? scanner.fail('expected a value'),
        ) as unknown;
    }
  }

  return {
    offsets,
    duplicates,
    document(): unknown {
      const result = value('', 0);
      if (scanner.next() < text.length) scanner.fail('nothing may follow the document');
      return result;
    },
  };
}
