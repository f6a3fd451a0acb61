// What else can be done here? A button that opens a list of actions; arrows, Home, End, letters and Escape work as everywhere.

import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import './menu.css';

export interface MenuItem {
  label: ReactNode;
  onSelect(): void;
  /** One of several that is chosen now. */
  checked?: boolean;
  danger?: boolean;
  /** A line above it. */
  apart?: boolean;
}

interface MenuProps {
  trigger: ReactNode;
  label?: string;
  items: readonly MenuItem[];
  className?: string;
  /** Shown above the actions, e.g. who is signed in. */
  head?: ReactNode;
  align?: 'start' | 'end';
}

/** `trigger` is what the button shows; `label` its name where that is no text. */
export function Menu({ trigger, label, items, className = 'menu-trigger', head, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLeaving(root, open, () => setOpen(false));
  const end = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="menu" ref={root}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open ? { 'aria-controls': id } : {})}
        {...(label === undefined ? {} : { 'aria-label': label, title: label })}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {trigger}
      </button>
      {open ? (
        <div className={`menu-list menu-list-${align}`}>
          {head === undefined ? null : <div className="menu-head">{head}</div>}
          <div id={id} role="menu" onKeyDown={(event) => moveInMenu(event, root.current, end)}>
            {items.map((item, index) => (
              <Item
                key={index}
                item={item}
                onSelect={() => {
                  end();
                  item.onSelect();
                }}
              />
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** An open menu takes the focus, and closes when somebody goes elsewhere. */
function useLeaving(root: { current: HTMLDivElement | null }, open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    itemsIn(root.current)[0]?.focus();
    const leave = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) latest.current();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [root, open]);
}

function Item({ item: { label, checked, danger, apart }, onSelect }: { item: MenuItem; onSelect(): void }) {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      {...(checked === undefined ? {} : { 'aria-checked': checked })}
      tabIndex={-1}
      className={`menu-item${danger === true ? ' menu-item-danger' : ''}${apart === true ? ' menu-item-apart' : ''}`}
      onClick={onSelect}
    >
      {label}
    </button>
  );
}

const itemsIn = (root: HTMLElement | null): HTMLElement[] => [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];

function moveInMenu(event: KeyboardEvent, root: HTMLElement | null, end: () => void): void {
  const items = itemsIn(root);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 };
  const to = steps[event.key];
  if (to !== undefined) {
    event.preventDefault();
    items[to % items.length]?.focus();
  } else if (event.key === 'Escape') {
    event.preventDefault();
    end();
  } else if (event.key.length === 1 && event.key !== ' ') {
    const letter = event.key.toLowerCase();
    [...items.slice(at + 1), ...items].find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
  }
}
