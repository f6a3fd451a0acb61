// Draws a chart's lines by uPlot, in the colors of the page. New data moves the lines; only
// another theme, size or set of lines redraws, so that a chart stays in place for its reader.

import { defined } from '@jokko/contract/defined';
import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { serverNow } from '../api/index.ts';
import { useFormat } from '../language/index.ts';
import { useTheme } from '../theme/theme.ts';
import {
  axisWidthPx,
  eachOnce,
  endPaddingPx,
  isLastOpen,
  splitAtOpenEnd,
  valueText,
} from './chart-shape.ts';
import { valuesAtCursor } from './chart-values.ts';

export interface ChartSeries {
  label: string;
  /** One for each time; null where nothing is known. */
  values: readonly (number | null)[];
  tone?: 'brand' | 'good' | 'warn' | 'bad' | 'info';
  /** Filled below the line. */
  area?: boolean;
  format(value: number): string;
}
export interface ChartProps {
  label: string;
  /** Milliseconds since 1970, rising. */
  times: readonly number[];
  series: readonly ChartSeries[];
  /** How exactly the times are said. */
  precision?: 'day' | 'minute';
  /** The vertical axis begins at 0 unless it is told otherwise. */
  range?: readonly [number, number];
}

const height = 240;
const tones = ['brand', 'info', 'warn', 'good', 'bad'] as const;

export default function ChartCanvas({ times, series, precision = 'minute', range }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const theme = useTheme();
  const format = useFormat();
  const shape = JSON.stringify([series.map(({ label, tone, area }) => [label, tone, area]), range]);
  const figures = JSON.stringify([times, series.map(({ values }) => values)]);
  const tick = (at: number): string =>
    format.moment(at * 1_000, precision === 'day' ? 'day' : 'clock');
  const readAt = useEffectEvent((index: number) => ({
    head: format.moment(times[index]!, precision),
    lines: series.map((each, place) => ({
      label: each.label,
      value: valueText(each, index),
      color: `var(--${toneOf(each, place)})`,
    })),
  }));
  const draw = useEffectEvent(
    (element: HTMLElement): uPlot =>
      new uPlot(
        {
          width: widthOf(element),
          height,
          legend: { live: false },
          padding: [8, () => endPaddingPx(times.map((at) => tick(at / 1_000))), 0, 0],
          cursor: { points: { size: 7 }, y: false },
          plugins: [valuesAtCursor((index) => readAt(index))],
          scales: scalesOf(range),
          axes: axesOf(element, series, precision, (splits) => eachOnce(splits.map(tick))),
          hooks: {
            setSeries: [(plot, index, { show }) => hideOpenEnd(plot, series.length, index, show)],
          },
          series: [
            {},
            ...series.map((each, index) => lineOf(element, each, index)),
            ...series.map((each, index) => openEndOf(element, each, index)),
          ],
        },
        dataOf(times, series),
        element,
      ),
  );
  const move = useEffectEvent(() => plot.current?.setData(dataOf(times, series)));
  // `shape` and `theme` stand for what is drawn anew, `figures` for what is only moved.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const drawn = draw(element);
    plot.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: widthOf(element), height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [shape, precision, theme, format]);
  useEffect(() => {
    move();
  }, [figures]);
  return <div ref={place} />;
}

const widthOf = (element: HTMLElement): number => Math.max(240, element.clientWidth);

/** First what is over, then, for each line, the step that still runs. */
function dataOf(times: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData {
  const isOpen = isLastOpen(times, serverNow());
  const parts = series.map(({ values }) =>
    isOpen ? splitAtOpenEnd(values) : { over: values, open: values.map(() => null) },
  );
  return [
    times.map((time) => time / 1_000),
    ...parts.map(({ over }) => [...over]),
    ...parts.map(({ open }) => [...open]),
  ];
}

/** What a click on the legend hides goes whole. */
function hideOpenEnd(
  plot: uPlot,
  lines: number,
  index: number | null,
  show: boolean | undefined,
): void {
  if (index === null || index < 1 || index > lines || show === undefined) return;
  plot.setSeries(index + lines, { show });
}

const halfHourSec = 1_800;

const scalesOf = (range: ChartProps['range']): uPlot.Scales => ({
  // One time alone would have whole days around it.
  x: {
    range: (_plot, min, max) => (min === max ? [min - halfHourSec, max + halfHourSec] : [min, max]),
  },
  y: {
    range:
      range === undefined ? (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] : () => [...range],
  },
});

/** Figures between two unknown ones, through which no line goes. */
function lonePoints(plot: uPlot, series: number): number[] {
  const values = plot.data[series]!;
  const isKnown = (index: number): boolean => values[index] !== null && values[index] !== undefined;
  return [...values.keys()].filter(
    (index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1),
  );
}

const tickSpacePx = { day: 110, minute: 64 };
const daySec = 86_400;
const wholeDays = [1, 2, 7, 14, 28].map((days) => days * daySec);

function axesOf(
  element: HTMLElement,
  series: readonly ChartSeries[],
  precision: 'day' | 'minute',
  textsOf: (splits: readonly number[]) => string[],
): uPlot.Axis[] {
  const variant = {
    stroke: colourOf(element, '--ink-soft'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colourOf(element, '--line'), width: 1 },
    ticks: { show: false },
  };
  return [
    {
      ...variant,
      space: tickSpacePx[precision],
      grid: { show: false },
      ...defined({ incrs: precision === 'day' ? wholeDays : undefined }),
      // One time alone stands in the middle of an hour that is nobody's.
      filter: (plot, splits) => (plot.data[0].length === 1 ? [plot.data[0][0]!] : splits),
      values: (_plot, splits) => textsOf(splits),
    },
    {
      ...variant,
      size: (_plot, values) => axisWidthPx(values ?? []),
      ...defined({ incrs: areCounts(series) ? wholeSteps : undefined }),
      values: (_plot, splits) => splits.map((value) => series[0]?.format(value) ?? String(value)),
    },
  ];
}

/** Between whole numbers there is nothing to be read off. */
const wholeSteps = Array.from({ length: 16 }, (_none, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

const areCounts = (series: readonly ChartSeries[]): boolean =>
  series.every(({ values }) =>
    values.every((value) => value === null || value === undefined || Number.isInteger(value)),
  );

const toneOf = ({ tone }: ChartSeries, index: number): string =>
  tone ?? tones[index % tones.length] ?? 'brand';

function lineOf(element: HTMLElement, each: ChartSeries, index: number): uPlot.Series {
  const name = toneOf(each, index);
  return {
    label: each.label,
    stroke: colourOf(element, `--${name}`),
    width: 2,
    points: { show: true, size: 6, filter: lonePoints },
    // Told apart without color, too.
    ...defined({
      dash: index > 0 ? ([[], [6, 4], [2, 4], [10, 4]][index % 4] ?? []) : undefined,
      fill: each.area === true ? colourOf(element, `--${name}-soft`) : undefined,
    }),
  };
}

/** Thin and dotted: it is not over, and its figures rise on. */
const openEndOf = (element: HTMLElement, each: ChartSeries, index: number): uPlot.Series => ({
  class: 'chart-open-end',
  stroke: colourOf(element, `--${toneOf(each, index)}`),
  width: 1,
  dash: [2, 3],
  points: { show: true, size: 6, filter: lonePoints },
});

/** A canvas knows no custom properties: the color that one comes out as here. */
function colourOf(element: HTMLElement, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
