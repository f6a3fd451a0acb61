// How are the lines drawn? By uPlot, in the colours of the page. New figures move the lines; only another theme, size or set of lines draws anew,
// so that a chart stays under the eye of who reads it.

import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat, useTexts } from '../language/index.ts';
import { useTheme } from '../theme/theme.ts';
import { uiTexts } from './texts.ts';
import type { ChartProps, ChartSeries } from './chart.tsx';

const height = 240;
const tones = ['brand', 'info', 'warn', 'good', 'bad'] as const;

export default function ChartCanvas({ times, series, precision = 'minute', range }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const theme = useTheme();
  const format = useFormat();
  const words = useTexts(uiTexts);
  const lines = useRef(series);
  lines.current = series;
  const shape = JSON.stringify([series.map(({ label, tone, area }) => [label, tone, area]), range]);
  const figures = JSON.stringify([times, series.map(({ values }) => values)]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const width = (): number => Math.max(240, element.clientWidth);
    const text = (at: number): string => format.moment(at * 1_000, precision);
    const options: uPlot.Options = {
      width: width(),
      height,
      legend: { live: true },
      cursor: { points: { size: 7 }, y: false },
      scales: { y: { range: range === undefined ? (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] : () => [...range] } },
      axes: axesOf(element, lines.current, (at) => format.moment(at * 1_000, precision === 'day' ? 'day' : 'clock')),
      series: [
        { label: words.when, value: (_plot, at) => (at === null ? '' : text(at)) },
        ...lines.current.map((each, index) => lineOf(element, each, index)),
      ],
    };
    const drawn = new uPlot(options, dataOf(times, lines.current), element);
    plot.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: width(), height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
      plot.current = null;
    };
    // `shape` stands for what it is made of; the figures are set below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shape, precision, theme, format, words]);
  useEffect(() => {
    plot.current?.setData(dataOf(times, lines.current));
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [figures]);
  return <div ref={place} />;
}

const dataOf = (times: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData => [
  times.map((time) => time / 1_000),
  ...series.map(({ values }) => [...values]),
];

/** Figures between two unknown ones, through which no line goes. */
function lonePoints(plot: uPlot, series: number): number[] {
  const values = plot.data[series]!;
  const isKnown = (index: number): boolean => values[index] !== null && values[index] !== undefined;
  return [...values.keys()].filter((index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1));
}

function axesOf(element: HTMLElement, series: readonly ChartSeries[], time: (at: number) => string): uPlot.Axis[] {
  const look = {
    stroke: colourOf(element, '--ink-soft'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colourOf(element, '--line'), width: 1 },
    ticks: { show: false },
  };
  return [
    { ...look, space: 110, grid: { show: false }, values: (_plot, splits) => splits.map(time) },
    {
      ...look,
      size: 70,
      ...(areCounts(series) ? { incrs: wholeSteps } : {}),
      values: (_plot, splits) => splits.map((value) => series[0]?.format(value) ?? String(value)),
    },
  ];
}

/** Between whole numbers there is nothing to be read off. */
const wholeSteps = Array.from({ length: 16 }, (_none, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

const areCounts = (series: readonly ChartSeries[]): boolean =>
  series.every(({ values }) => values.every((value) => value === null || value === undefined || Number.isInteger(value)));

function lineOf(element: HTMLElement, { label, tone, area, format }: ChartSeries, index: number): uPlot.Series {
  const name = tone ?? tones[index % tones.length] ?? 'brand';
  return {
    label,
    stroke: colourOf(element, `--${name}`),
    width: 2,
    points: { show: true, size: 6, filter: lonePoints },
    // Told apart without colour, too.
    ...(index > 0 ? { dash: [[], [6, 4], [2, 4], [10, 4]][index % 4] ?? [] } : {}),
    ...(area === true ? { fill: colourOf(element, `--${name}-soft`) } : {}),
    value: (_plot, value) => (value === null ? '–' : format(value)),
  };
}

/** A canvas knows no custom properties: the colour that one comes out as here. */
function colourOf(element: HTMLElement, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
