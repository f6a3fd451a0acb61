// Draws a chart's lines by uPlot, in the colors of the page. New data moves the lines; only
// another theme, size or set of lines redraws, so that a chart stays in place for its reader.

import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat, useMessages } from '../language/index.ts';
import { useTheme } from '../theme/theme.ts';
import { uiMessages } from './messages.ts';

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
  const messages = useMessages(uiMessages);
  const shape = JSON.stringify([series.map(({ label, tone, area }) => [label, tone, area]), range]);
  const figures = JSON.stringify([times, series.map(({ values }) => values)]);
  const draw = useEffectEvent((element: HTMLElement): uPlot => {
    const text = (at: number): string => format.moment(at * 1_000, precision);
    const options: uPlot.Options = {
      width: widthOf(element),
      height,
      legend: { live: true },
      padding: [8, 12, 0, 0],
      cursor: { points: { size: 7 }, y: false },
      scales: {
        y: {
          range:
            range === undefined
              ? (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1]
              : () => [...range],
        },
      },
      axes: axesOf(element, series, (at) =>
        format.moment(at * 1_000, precision === 'day' ? 'day' : 'clock'),
      ),
      series: [
        { label: messages.when, value: (_plot, at) => (at === null ? '' : text(at)) },
        ...series.map((each, index) => lineOf(element, each, index)),
      ],
    };
    return new uPlot(options, dataOf(times, series), element);
  });
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
  }, [shape, precision, theme, format, messages]);
  useEffect(() => {
    move();
  }, [figures]);
  return <div ref={place} />;
}

const widthOf = (element: HTMLElement): number => Math.max(240, element.clientWidth);

const dataOf = (times: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData => [
  times.map((time) => time / 1_000),
  ...series.map(({ values }) => [...values]),
];

/** Figures between two unknown ones, through which no line goes. */
function lonePoints(plot: uPlot, series: number): number[] {
  const values = plot.data[series]!;
  const isKnown = (index: number): boolean => values[index] !== null && values[index] !== undefined;
  return [...values.keys()].filter(
    (index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1),
  );
}

function axesOf(
  element: HTMLElement,
  series: readonly ChartSeries[],
  time: (at: number) => string,
): uPlot.Axis[] {
  const variant = {
    stroke: colourOf(element, '--ink-soft'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colourOf(element, '--line'), width: 1 },
    ticks: { show: false },
  };
  return [
    { ...variant, space: 110, grid: { show: false }, values: (_plot, splits) => splits.map(time) },
    {
      ...variant,
      size: (_plot, values) => widthOfTexts(values ?? []),
      ...(areCounts(series) ? { incrs: wholeSteps } : {}),
      values: (_plot, splits) => splits.map((value) => series[0]?.format(value) ?? String(value)),
    },
  ];
}

/** No wider than its texts need, so that the lines have the rest of the card. */
const widthOfTexts = (values: readonly string[]): number =>
  axisGapPx + Math.max(0, ...values.map((text) => text.length * characterPx));
const axisGapPx = 14;
/** Of a digit at 12 px, rounded up. */
const characterPx = 7.5;

/** Between whole numbers there is nothing to be read off. */
const wholeSteps = Array.from({ length: 16 }, (_none, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

const areCounts = (series: readonly ChartSeries[]): boolean =>
  series.every(({ values }) =>
    values.every((value) => value === null || value === undefined || Number.isInteger(value)),
  );

function lineOf(
  element: HTMLElement,
  { label, tone, area, format }: ChartSeries,
  index: number,
): uPlot.Series {
  const name = tone ?? tones[index % tones.length] ?? 'brand';
  return {
    label,
    stroke: colourOf(element, `--${name}`),
    width: 2,
    points: { show: true, size: 6, filter: lonePoints },
    // Told apart without color, too.
    ...(index > 0 ? { dash: [[], [6, 4], [2, 4], [10, 4]][index % 4] ?? [] } : {}),
    ...(area === true ? { fill: colourOf(element, `--${name}-soft`) } : {}),
    value: (_plot, value) => (value === null ? '–' : format(value)),
  };
}

/** A canvas knows no custom properties: the color that one comes out as here. */
function colourOf(element: HTMLElement, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
