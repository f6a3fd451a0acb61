// How are the lines drawn? By uPlot, in the colours of the page, anew when theme, size or figures change.

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
  const theme = useTheme();
  const format = useFormat();
  const words = useTexts(uiTexts);
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
      axes: axesOf(element, series, (at) => format.moment(at * 1_000, precision === 'day' ? 'day' : 'clock')),
      series: [
        { label: words.when, value: (_plot, at) => (at === null ? '' : text(at)) },
        ...series.map((each, index) => lineOf(element, each, index)),
      ],
    };
    const data = [times.map((time) => time / 1_000), ...series.map(({ values }) => [...values])] as uPlot.AlignedData;
    const plot = new uPlot(options, data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: width(), height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, precision, range, theme, format, words]);
  return <div ref={place} />;
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
    { ...look, size: 70, values: (_plot, splits) => splits.map((value) => series[0]?.format(value) ?? String(value)) },
  ];
}

function lineOf(element: HTMLElement, { label, tone, area, format }: ChartSeries, index: number): uPlot.Series {
  const name = tone ?? tones[index % tones.length] ?? 'brand';
  return {
    label,
    stroke: colourOf(element, `--${name}`),
    width: 2,
    points: { show: false },
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
