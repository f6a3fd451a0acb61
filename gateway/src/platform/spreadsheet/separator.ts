// Finds the separator of a CSV file: the one that gives each line as many cells as the heading.

const separators = [';', '\t', '|', ','] as const;
type Separator = (typeof separators)[number];

/**
 * So much of the file is looked at, and of it so many lines: titles may stand above the headings.
 */
const charactersRead = 64 * 1024;
const linesRead = 100;

/** How often each separator stands in a line, outside of quotes. */
type Counts = { [separator in Separator]: number };

export function separatorOf(text: string): Separator {
  const lines = linesOf(text.slice(0, charactersRead));
  // The last one may be cut through.
  if (text.length > charactersRead && lines.length > 1) lines.pop();
  const first = lines.slice(0, linesRead);
  const judged = separators.map((separator) => ({
    separator,
    ...agreement(first.map((line) => line[separator])),
  }));
  return judged.reduce((best, one) =>
    one.lines > best.lines || (one.lines === best.lines && one.times > best.times) ? one : best,
  ).separator;
}

/**
 * The number of separators that most lines have, of those that have one at all; of two the greater.
 */
function agreement(counts: readonly number[]): { lines: number; times: number } {
  const linesByTimes = new Map<number, number>();
  for (const times of counts)
    if (times > 0) linesByTimes.set(times, (linesByTimes.get(times) ?? 0) + 1);
  let best = { lines: 0, times: 0 };
  for (const [times, lines] of linesByTimes)
    if (lines > best.lines || (lines === best.lines && times > best.times)) best = { lines, times };
  return best;
}

/** Lines that hold something. */
function linesOf(text: string): Counts[] {
  const lines: Counts[] = [];
  let line: Counts | null = null;
  let isQuoted = false;
  let isCellStart = true;
  for (const character of text) {
    if (isQuoted) {
      isQuoted = character !== '"';
      continue;
    }
    if (character === '\n' || character === '\r') {
      line = null;
      isCellStart = true;
      continue;
    }
    if (line === null) {
      line = { ';': 0, '\t': 0, '|': 0, ',': 0 };
      lines.push(line);
    }
    // A doubled quote opens them again at once. One within a cell is a letter.
    isQuoted = character === '"' && isCellStart;
    const isSeparator = character in line;
    if (isSeparator) line[character as Separator] += 1;
    isCellStart = isSeparator || (isCellStart && (character === ' ' || character === '"'));
  }
  return lines;
}
