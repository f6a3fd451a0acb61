// The parts of a page, one at a time. The choice lives in the address: pages give the value from
// `useSearch` and change it there.

import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import './tabs.css';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  content(): ReactNode;
}

/** Arrows move between tabs; only the chosen one's content is drawn. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange(value: Value): void;
}) {
  const id = useId();
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.value === value),
  );
  const list = useRef<HTMLDivElement>(null);
  // On a phone the chosen one may stand beyond the edge. Sideways only: the page stays where it is.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - list.current.offsetLeft;
  }, [at]);
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = to % tabs.length;
    onChange(tabs[next]!.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={label} className="tabs-list" onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${tabs[at]?.value ?? ''}`}
        className="tabs-panel"
      >
        {tabs[at]?.content()}
      </div>
    </div>
  );
}
