// The values of a chart at the place that is pointed at, in a small box beside it. Nothing is there
// while nobody points.

import type uPlot from 'uplot';

interface Read {
  /** When. */
  head: string;
  lines: readonly { label: string; value: string; color: string }[];
}

const gapPx = 12;

/** `readAt`: what stands at one of the chart's times. */
export function valuesAtCursor(readAt: (index: number) => Read): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = 'chart-values';
  box.hidden = true;
  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor(plot) {
        const { idx, left = -1 } = plot.cursor;
        box.hidden = idx === null || idx === undefined || left < 0;
        if (box.hidden) return;
        box.replaceChildren(...contentOf(readAt(idx!)));
        // On the side that has room.
        const isLeft = left > plot.over.clientWidth / 2;
        box.style.left = isLeft ? '' : `${left + gapPx}px`;
        box.style.right = isLeft ? `${plot.over.clientWidth - left + gapPx}px` : '';
      },
    },
  };
}

function contentOf({ head, lines }: Read): HTMLElement[] {
  const line = (each: Read['lines'][number]): HTMLElement => {
    const mark = element('span', 'chart-values-mark', '');
    mark.style.background = each.color;
    const row = element('p', 'chart-values-line', '');
    row.append(mark, element('span', '', each.label), element('strong', 'number', each.value));
    return row;
  };
  return [element('p', 'chart-values-head', head), ...lines.map(line)];
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
