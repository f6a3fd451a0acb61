// Selects the application where an account has several: the one in the address, else the first
// that works.

import type { RouteAnswer } from '@jokko/contract/portal';
import type { ReactNode } from 'react';
import { useRead, type Read } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { smsMessages } from './messages.ts';

export type SmsApp = RouteAnswer<'GET sms/apps'>['items'][number];

export function useApps(): Read<RouteAnswer<'GET sms/apps'>> {
  return useRead('GET sms/apps', {});
}

/** What an application is called in lists. */
export function appName({ name, appId }: SmsApp): string {
  return name === '' ? appId : `${name} (${appId})`;
}

/** Draws with the chosen application; says what to do when there is none. */
export function WithApp({
  chosen,
  children,
}: {
  chosen: string;
  children(app: SmsApp, live: readonly SmsApp[]): ReactNode;
}) {
  const messages = useMessages(smsMessages);
  const apps = useApps();
  return (
    <Loaded read={apps}>
      {({ items }) => {
        const live = items.filter(({ revokedAt }) => revokedAt === null);
        const app = live.find(({ id }) => String(id) === chosen) ?? live[0];
        if (app !== undefined) return children(app, live);
        const action = (
          <ButtonLink variant="primary" to="/sms?tab=apps">
            {messages.toApps}
          </ButtonLink>
        );
        return (
          <EmptyState icon="key" title={messages.noApp} action={action}>
            {messages.noAppHint}
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

/** Nothing where there is only one. */
export function AppChoice({
  app,
  live,
  onChange,
}: {
  app: SmsApp;
  live: readonly SmsApp[];
  onChange(id: string): void;
}) {
  const messages = useMessages(smsMessages);
  if (live.length < 2) return null;
  return (
    <Select
      label={messages.app}
      value={String(app.id)}
      options={live.map((each) => ({ value: String(each.id), label: appName(each) }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
