// A button that opens a list of actions. The list is React Aria's; its code is fetched when
// somebody is about to open one, since it would be a quarter of what the first view loads.

import { useId, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { useOnline } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import type { MenuListProps, MenuProps } from './menu-list.tsx';
import { uiMessages } from './messages.ts';
import { toast } from './toast.tsx';
import './menu.css';

interface Opened {
  List: ComponentType<MenuListProps>;
  first: 'first' | 'last';
}

const loadList = () => import('./menu-list.tsx');

/** `trigger` is what the button shows; `label` its name where that is no text. */
export function Menu(props: MenuProps) {
  const { trigger, label, className = 'menu-trigger' } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  const id = useId();
  const messages = useMessages(uiMessages);
  const button = useRef<HTMLButtonElement>(null);
  const online = useOnline();
  // A browser keeps a failed import: without a line nothing is fetched that nobody asked for.
  const prepare = (): void => void (online && loadList().catch(() => undefined));
  const open = (first: Opened['first']): void =>
    void loadList().then(
      ({ MenuList }) => setOpened({ List: MenuList, first }),
      () => toast(messages.errorTitle, 'bad'),
    );
  // Enter and space, too: React Aria takes the click that they make for a screen reader's, and
  // leaves the focus on the list as a whole.
  const openByKey = (event: KeyboardEvent): void => {
    if (!['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    open(event.key === 'ArrowUp' ? 'last' : 'first');
  };
  return (
    <>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened === null ? undefined : id}
        aria-label={label}
        title={label}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => open('first')}
        onKeyDown={openByKey}
      >
        {trigger}
      </button>
      {opened === null ? null : (
        <opened.List
          {...props}
          id={id}
          button={button}
          first={opened.first}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
