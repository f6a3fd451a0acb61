// Bar above every page: the account, the mode, the operators' search, the language, the
// notices, the user.

import { useEffect, useRef } from 'react';
import { call, useMe, useSession, type Me } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { navigate } from '../router/index.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { uiMessages } from '../ui/messages.ts';
import { toast } from '../ui/toast.tsx';
import { isTyping } from '../ui/typing.ts';
import { Bell } from './bell.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { searchPages, useSearched, type Searched } from './searched.ts';
import { layoutMessages } from './messages.ts';

export function TopBar({ onMenu }: { onMenu(): void }) {
  const messages = useMessages(layoutMessages);
  const me = useMe();
  const searched = useSearched();
  return (
    <header className="top-bar">
      <span className="top-bar-menu">
        <IconButton icon="menu" label={messages.openNavigation} onClick={onMenu} />
      </span>
      <AccountSwitch />
      <span
        className="top-bar-mode"
        title={me.mode === 'live' ? undefined : messages[`${me.mode}Hint`]}
      >
        <Badge
          tone={me.mode === 'live' ? 'good' : 'warn'}
          icon={me.mode === 'live' ? 'check-circle' : 'flask'}
        >
          {messages[me.mode]}
        </Badge>
      </span>
      <div className="top-bar-space">{searched === null ? null : <Search of={searched} />}</div>
      <span className="top-bar-language">
        <LanguageSwitch />
      </span>
      <Bell />
      <UserMenu />
    </header>
  );
}

type Membership = Me['memberships'][number];

function AccountSwitch() {
  const messages = useMessages(layoutMessages);
  const { labelled } = useMessages(uiMessages);
  const { memberships, membership, viewing } = useMe();
  const { renew } = useSession();
  const nameOf = (each: Membership): string => each.accountName ?? messages.operator;
  const choose = async (each: Membership): Promise<void> => {
    if (each.id === membership?.id) return;
    try {
      await call('POST memberships/switch', { body: { id: each.id } });
      await renew({ fresh: true });
      navigate('/');
    } catch {
      toast(messages.offline, 'bad');
    }
  };
  const name = (
    <span className="account-name">
      <span className="account-mark" aria-hidden="true">
        <Icon name={membership?.side === 'operator' ? 'building' : 'code'} size={16} />
      </span>
      <span className="account-words">
        {membership === null ? messages.noMembership : nameOf(membership)}
      </span>
    </span>
  );
  if (memberships.length < 2 || viewing !== null) return <span className="account">{name}</span>;
  return (
    <span className="account">
      <Menu
        align="start"
        label={labelled(
          messages.switchAccount,
          membership === null ? messages.noMembership : nameOf(membership),
        )}
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
              <span className="soft small"> · {messages.roles[each.role]}</span>
            </span>
          ),
          checked: each.id === membership?.id,
          onSelect: () => void choose(each),
        }))}
      />
    </span>
  );
}

function UserMenu() {
  const messages = useMessages(layoutMessages);
  const { labelled } = useMessages(uiMessages);
  const { user, membership } = useMe();
  const session = useSession();
  const signOut = async (): Promise<void> => {
    await session.signOut();
    navigate('/sign-in');
  };
  return (
    <Menu
      className="user-trigger"
      trigger={
        <>
          <span aria-hidden="true">{initialsOf(user.name)}</span>
          <span className="visually-hidden">{labelled(messages.user, user.name)}</span>
        </>
      }
      head={
        <>
          <p className="menu-name">{user.name}</p>
          <p className="soft">{user.email}</p>
          {membership === null ? null : <p className="soft">{messages.roles[membership.role]}</p>}
        </>
      }
      items={[
        {
          label: (
            <>
              <Icon name="user" />
              {messages.profile}
            </>
          ),
          onSelect: () => navigate('/profile'),
        },
        {
          label: (
            <>
              <Icon name="shield" />
              {messages.security}
            </>
          ),
          onSelect: () => navigate('/security'),
        },
        {
          label: (
            <>
              <Icon name="sign-out" />
              {messages.signOut}
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
    .map((label) => [...label][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Goes to the page of results; `/` or Ctrl+K puts the focus here from anywhere. */
function Search({ of }: { of: Searched }) {
  const messages = useMessages(layoutMessages);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const seek = (event: KeyboardEvent): void => {
      const held = event.ctrlKey || event.metaKey;
      const asked = held ? event.key === 'k' : event.key === '/' && !isTyping(event.target);
      if (!asked) return;
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
        const typed = input.current?.value.trim() ?? '';
        if (typed !== '') navigate(`${searchPages[of]}?q=${encodeURIComponent(typed)}`);
      }}
    >
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={messages.search}
        aria-keyshortcuts="/ Control+K"
        placeholder={messages.searchPlaceholders[of]}
      />
    </form>
  );
}
