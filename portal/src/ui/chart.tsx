// Chart of a metric over time: lines on a canvas, fetched when they are needed, and the same data
// as an accessible table.

import { lazy, Suspense, type ReactNode } from 'react';
import { useFormat, useMessages } from '../language/index.ts';
import type { ChartProps } from './chart-canvas.tsx';
import { isEmpty, valueText } from './chart-shape.ts';
import { uiMessages } from './messages.ts';
import { EmptyState } from './states.tsx';
import './chart.css';

export type { ChartSeries } from './chart-canvas.tsx';

const ChartCanvas = lazy(() => import('./chart-canvas.tsx'));

/** Lines over time. */
export function Chart(props: ChartProps): ReactNode {
  const { label, times, series, precision = 'minute' } = props;
  const messages = useMessages(uiMessages);
  const format = useFormat();
  if (isEmpty(props)) return <EmptyState icon="chart" title={messages.noData} />;
  return (
    <figure className="chart">
      <div className="chart-canvas" aria-hidden="true">
        <Suspense fallback={null}>
          <ChartCanvas {...props} />
        </Suspense>
      </div>
      <details>
        <summary>{messages.data}</summary>
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
                  {series.map((each) => (
                    <td key={each.label} className="table-end number">
                      {valueText(each, index)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
