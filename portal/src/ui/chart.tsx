// How does a figure change over time? Lines on a canvas for the eye, fetched when they are needed, and the same figures as a table for everyone.

import { lazy, Suspense, type ReactNode } from 'react';
import { useFormat, useTexts } from '../language/index.ts';
import { uiTexts } from './texts.ts';
import './chart.css';

const ChartCanvas = lazy(() => import('./chart-canvas.tsx'));

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

/** Lines over time. */
export function Chart(props: ChartProps): ReactNode {
  const { label, times, series, precision = 'minute' } = props;
  const words = useTexts(uiTexts);
  const format = useFormat();
  if (times.length === 0) return <p className="soft">{words.noData}</p>;
  return (
    <figure className="chart">
      <div className="chart-canvas" aria-hidden="true">
        <Suspense fallback={null}>
          <ChartCanvas {...props} />
        </Suspense>
      </div>
      <details>
        <summary>{words.data}</summary>
        <div className="chart-table" tabIndex={0} role="region" aria-label={label}>
          <table className="table">
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{label}</span>
                </th>
                {series.map((each) => (
                  <th key={each.label} scope="col" className="table-end">
                    {each.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, index) => (
                <tr key={time}>
                  <th scope="row">{format.moment(time, precision)}</th>
                  {series.map((each) => {
                    const value = each.values[index];
                    return (
                      <td key={each.label} className="table-end number">
                        {value === null || value === undefined ? '–' : each.format(value)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
