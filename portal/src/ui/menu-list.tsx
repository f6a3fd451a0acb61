// The open list of a menu: React Aria places it, moves through it by arrows, Home, End and letters,
// and closes it.

import { isValidElement, type ReactNode, type RefObject } from 'react';
import { I18nProvider, Menu, MenuItem as MenuAction, Popover } from 'react-aria-components';
import { useLanguage } from '../language/index.ts';
import './pressable.ts';

export interface MenuItem {
  label: ReactNode;
  onSelect(): void;
  /** One of several that is chosen now. */
  checked?: boolean;
  danger?: boolean;
  /** A line above it. */
  apart?: boolean;
}

export interface MenuProps {
  trigger: ReactNode;
  label?: string;
  items: readonly MenuItem[];
  className?: string;
  /** Shown above the actions, e.g. who is signed in. */
  head?: ReactNode;
  align?: 'start' | 'end';
}

export interface MenuListProps extends MenuProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  /** Which action gets the focus. */
  first: 'first' | 'last';
  onClose(): void;
}

export function MenuList(props: MenuListProps) {
  const { id, button, items, head, align = 'end', first, onClose } = props;
  const { language } = useLanguage();
  const checked = items.flatMap((item, index) => (item.checked === true ? [index] : []));
  const choose = (index: number): void => {
    onClose();
    // Before the action: a dialog that it opens gives the focus back to the button.
    button.current?.focus();
    items[index]?.onSelect();
  };
  return (
    <I18nProvider locale={language}>
      <Popover
        triggerRef={button}
        isOpen
        onOpenChange={onClose}
        placement={`bottom ${align}`}
        offset={6}
        aria-labelledby={`${id}-button`}
        className="menu-list"
      >
        {head === undefined ? null : <div className="menu-head">{head}</div>}
        <Menu
          id={id}
          aria-labelledby={`${id}-button`}
          autoFocus={first}
          selectionMode={items.some((item) => item.checked !== undefined) ? 'single' : 'none'}
          selectedKeys={checked}
          onAction={(key) => choose(Number(key))}
          onClose={onClose}
        >
          {items.map((item, index) => (
            <MenuAction
              key={index}
              id={index}
              textValue={textOf(item.label)}
              className={lookOf(item)}
            >
              {item.label}
            </MenuAction>
          ))}
        </Menu>
      </Popover>
    </I18nProvider>
  );
}

const lookOf = ({ danger, apart }: MenuItem): string =>
  `menu-item${danger === true ? ' menu-item-danger' : ''}${apart === true ? ' menu-item-apart' : ''}`;

/** What letters are compared with. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return (node as ReactNode[]).map(textOf).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}
