// What is in the bar above every page? Which account, sandbox or live, the search of operators, the language, the person.

import { useEffect, useRef } from 'react';
import { call, useMe, useSession, type Me } from '../api/index.ts';
import { useTexts } from '../language/index.ts';
import { navigate } from '../router/index.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { isTyping } from '../ui/typing.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { layoutTexts } from './texts.ts';

export function TopBar({ onMenu, searchable }: { onMenu(): void; searchable: boolean }) {
  const words = useTexts(layoutTexts);
  const me = useMe();
  return (
    <header className="top-bar">
      <span className="top-bar-menu">
        <IconButton icon="menu" label={words.openNavigation} onClick={onMenu} />
      </span>
      <AccountSwitch />
      <span className="top-bar-mode" title={me.mode === 'sandbox' ? words.sandboxHint : undefined}>
        <Badge tone={me.mode === 'sandbox' ? 'warn' : 'good'} icon={me.mode === 'sandbox' ? 'flask' : 'check-circle'}>
          {me.mode === 'sandbox' ? words.sandbox : words.live}
        </Badge>
      </span>
      <div className="top-bar-space">{searchable && me.membership?.side === 'operator' ? <Search /> : null}</div>
      <span className="top-bar-language">
        <LanguageSwitch />
      </span>
      <PersonMenu />
    </header>
  );
}

type Membership = Me['memberships'][number];

function AccountSwitch() {
  const words = useTexts(layoutTexts);
  const { memberships, membership, viewing } = useMe();
  const { renew } = useSession();
  const nameOf = (each: Membership): string => each.accountName ?? words.operator;
  const choose = async (each: Membership): Promise<void> => {
    if (each.id === membership?.id) return;
    try {
      await call('POST memberships/switch', { body: { id: each.id } });
      await renew({ fresh: true });
      navigate('/');
    } catch {
      toast(words.offline, 'bad');
    }
  };
  const name = (
    <span className="account-name">
      <span className="account-mark" aria-hidden="true">
        <Icon name={membership?.side === 'operator' ? 'building' : 'code'} size={16} />
      </span>
      <span className="account-words">{membership === null ? words.noMembership : nameOf(membership)}</span>
    </span>
  );
  if (memberships.length < 2 || viewing !== null) return <span className="account">{name}</span>;
  return (
    <span className="account">
      <Menu
        align="start"
        label={`${words.switchAccount} : ${membership === null ? words.noMembership : nameOf(membership)}`}
        trigger={
          <>
            {name}
            <Icon name="chevron-down" size={16} />
          </>
        }
        items={memberships.map((each) => ({
          label: (
            <span>
              {nameOf(each)}
              <span className="soft small"> · {words.roles[each.role]}</span>
            </span>
          ),
          checked: each.id === membership?.id,
          onSelect: () => void choose(each),
        }))}
      />
    </span>
  );
}

function PersonMenu() {
  const words = useTexts(layoutTexts);
  const { person, membership } = useMe();
  const session = useSession();
  const signOut = async (): Promise<void> => {
    await session.signOut();
    navigate('/sign-in');
  };
  return (
    <Menu
      className="person-trigger"
      trigger={
        <>
          <span aria-hidden="true">{initialsOf(person.name)}</span>
          <span className="visually-hidden">
            {words.person} : {person.name}
          </span>
        </>
      }
      head={
        <>
          <p className="menu-name">{person.name}</p>
          <p className="soft">{person.email}</p>
          {membership === null ? null : <p className="soft">{words.roles[membership.role]}</p>}
        </>
      }
      items={[
        {
          label: (
            <>
              <Icon name="person" />
              {words.profile}
            </>
          ),
          onSelect: () => navigate('/profile'),
        },
        {
          label: (
            <>
              <Icon name="shield" />
              {words.security}
            </>
          ),
          onSelect: () => navigate('/security'),
        },
        {
          label: (
            <>
              <Icon name="sign-out" />
              {words.signOut}
            </>
          ),
          apart: true,
          onSelect: () => void signOut(),
        },
      ]}
    />
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Goes to the page of results; `/` puts the focus here from anywhere. */
function Search() {
  const words = useTexts(layoutTexts);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const seek = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', seek);
    return () => document.removeEventListener('keydown', seek);
  }, []);
  return (
    <form
      role="search"
      className="top-search"
      onSubmit={(event) => {
        event.preventDefault();
        const words = input.current?.value.trim() ?? '';
        if (words !== '') navigate(`/search?q=${encodeURIComponent(words)}`);
      }}
    >
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={words.search}
        aria-keyshortcuts="/"
        placeholder={words.searchPlaceholder}
      />
    </form>
  );
}
