// Filter bar of a list. Controls above it whose values are the page's search parameters; each
// change shows at once.

import { defined } from '@jokko/contract/defined';
import { Children, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLanguage, useMessages } from '../language/index.ts';
import { Button } from './button.tsx';
import { Field, Select } from './field.tsx';
import { periodOf, presets, presetDays, type Preset } from './day-presets.ts';
import { uiMessages } from './messages.ts';
import { useNow } from './now.ts';
import { usePhone } from './phone.ts';
import './filter-bar.css';

/**
 * The controls, and a button that clears all of them when one is in use. On a phone several
 * controls stand behind one button: the list is what people came for.
 */
export function FilterBar({
  children,
  active,
  onClear,
  actions,
  folds = true,
}: {
  children: ReactNode;
  active: boolean;
  onClear(): void;
  /** Beside that button. */
  actions?: ReactNode;
  /** False: the page shows nothing before they are filled in. */
  folds?: boolean;
}) {
  const messages = useMessages(uiMessages);
  const [open, setOpen] = useState(false);
  const folded = usePhone() && folds && Children.toArray(children).length > 1;
  return (
    <div className="filter-bar" role="search" aria-label={messages.filters}>
      {folded ? (
        <Button icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
          {active ? messages.filtersInUse : messages.filters}
        </Button>
      ) : null}
      {folded && !open ? null : children}
      {active ? (
        <Button variant="quiet" icon="close" onClick={onClear}>
          {messages.clearFilters}
        </Button>
      ) : null}
      {folded && !open ? null : actions}
    </div>
  );
}

/** Filters that few people need, behind a button while none of them is in use. */
export function FilterMore({ used, children }: { used: boolean; children: ReactNode }) {
  const messages = useMessages(uiMessages);
  const [open, setOpen] = useState(used);
  const isOpen = open || used;
  return (
    <>
      {isOpen ? children : null}
      {used ? null : (
        <Button
          variant="quiet"
          icon="filter"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? messages.fewerFilters : messages.moreFilters}
        </Button>
      )}
    </>
  );
}

const pauseMs = 350;

/** Free text; it counts when typing pauses, or with Enter. */
export function FilterText({
  label,
  value,
  onChange,
  placeholder,
  hint,
  error,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  hint?: string;
  /** What is wrong with it; the list stays as it was. */
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState(value);
  const [before, setBefore] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another value came from elsewhere, e.g. all filters were cleared.
  if (value !== before) {
    setBefore(value);
    setTyped(value);
  }
  const settle = (next: string, waitMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim()), waitMs);
  };
  return (
    <div className="filter filter-text">
      <Field
        type="search"
        label={label}
        value={typed}
        error={error}
        {...defined({ hint })}
        {...defined({ placeholder })}
        onChange={(event) => {
          setTyped(event.target.value);
          settle(event.target.value, pauseMs);
        }}
        onKeyDown={(event) => event.key === 'Enter' && settle(typed, 0)}
      />
    </div>
  );
}

/** One of a list, or all of them (`all` is what that is called). */
export function FilterSelect<Value extends string>({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  all: string;
  value: Value | '';
  options: readonly { value: Value; label: string }[];
  onChange(value: Value | ''): void;
}) {
  return (
    <div className="filter">
      <Select
        label={label}
        value={value}
        options={[{ value: '', label: all }, ...options]}
        onChange={(event) => onChange(event.target.value as Value | '')}
      />
    </div>
  );
}

/** From a day until a day, both included. */
export function FilterDays({
  from,
  until,
  onChange,
}: {
  from: string;
  until: string;
  onChange(change: { from?: string; until?: string }): void;
}) {
  const messages = useMessages(uiMessages);
  const { timeZone } = useLanguage();
  const now = useNow();
  const period = periodOf({ from, until }, now, timeZone);
  return (
    <>
      <div className="filter">
        <Select
          label={messages.period}
          value={period}
          options={[
            ...presets.map((value) => ({ value, label: messages.periods[value] })),
            ...(period === 'custom' ? [{ value: period, label: messages.periods.custom }] : []),
          ]}
          onChange={({ target: { value } }) =>
            value === 'custom' ? undefined : onChange(presetDays(value as Preset, now, timeZone))
          }
        />
      </div>
      <div className="filter">
        <Field
          type="date"
          label={messages.from}
          value={from}
          {...defined({ max: until || undefined })}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      </div>
      <div className="filter">
        <Field
          type="date"
          label={messages.until}
          value={until}
          {...defined({ min: from || undefined })}
          onChange={(event) => onChange({ until: event.target.value })}
        />
      </div>
    </>
  );
}
