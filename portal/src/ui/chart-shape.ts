// What a chart's figures say about its form: whether there is anything to draw, which end is not
// over yet, and which texts stand at an axis. Pure; the canvas only draws.

type Figures = readonly (number | null)[];

interface Shape {
  series: readonly { values: Figures }[];
  /** Given where 0 is a figure like any other: a share of 0 % is no empty day. */
  range?: readonly [number, number] | undefined;
}

/** Nothing is known, or nothing but zeros, over which an axis from 0 to 1 would say nothing. */
export const isEmpty = ({ series, range }: Shape): boolean =>
  series.every(({ values }) =>
    values.every((value) => value === null || (value === 0 && range === undefined)),
  );

/**
 * Whether the last of the equal steps that begin at `times` still runs at `now`: its figures rise
 * on.
 */
export function isLastOpen(times: readonly number[], now: number): boolean {
  const [before, last] = times.slice(-2);
  if (before === undefined || last === undefined) return false;
  return now < last + (last - before);
}

/** What a line says at one of the times. */
export function valueText(
  { values, format }: { values: Figures; format(value: number): string },
  index: number,
): string {
  const value = values[index];
  return value === null || value === undefined ? '–' : format(value);
}

/** A line in two parts: what is over, and the way from its end to the step that still runs. */
export function splitAtOpenEnd(values: Figures): { over: Figures; open: Figures } {
  const last = values.length - 1;
  return {
    over: values.map((value, index) => (index === last ? null : value)),
    open: values.map((value, index) => (index >= last - 1 ? value : null)),
  };
}

/** The same text twice in a row says nothing the second time. */
export const eachOnce = (texts: readonly string[]): string[] =>
  texts.map((text, index) => (text === texts[index - 1] ? '' : text));

/** The width of a digit at 12 px, rounded up. */
const characterPx = 7.5;
const axisGapPx = 14;

const longestPx = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => text.length * characterPx));

/** No wider than its texts need, so that the lines have the rest of the card. */
export const axisWidthPx = (texts: readonly string[]): number => axisGapPx + longestPx(texts);

/** Right of the lines: half of a text that stands under their very end. */
export const endPaddingPx = (texts: readonly string[]): number => Math.ceil(longestPx(texts) / 2);
