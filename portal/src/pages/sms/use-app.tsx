// Which application is meant, where an account has several? The one in the address, else the first that works.

import type { RouteAnswer } from '@jokko/contract/portal';
import type { ReactNode } from 'react';
import { useRead, type Read } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { smsTexts } from './texts.ts';

export type SmsApp = RouteAnswer<'GET sms/apps'>['items'][number];

export function useApps(): Read<RouteAnswer<'GET sms/apps'>> {
  return useRead('GET sms/apps', {});
}

/** What an application is called in lists. */
export function appName({ name, appId }: SmsApp): string {
  return name === '' ? appId : `${name} (${appId})`;
}

/** Draws with the chosen application; says what to do when there is none. */
export function WithApp({ chosen, children }: { chosen: string; children(app: SmsApp, live: readonly SmsApp[]): ReactNode }) {
  const words = useTexts(smsTexts);
  const apps = useApps();
  return (
    <Loaded read={apps}>
      {({ items }) => {
        const live = items.filter(({ revokedAt }) => revokedAt === null);
        const app = live.find(({ id }) => String(id) === chosen) ?? live[0];
        if (app !== undefined) return children(app, live);
        const action = (
          <ButtonLink look="primary" to="/sms?tab=apps">
            {words.toApps}
          </ButtonLink>
        );
        return (
          <EmptyState icon="key" title={words.noApp} action={action}>
            {words.noAppHint}
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

/** Nothing where there is only one. */
export function AppChoice({ app, live, onChange }: { app: SmsApp; live: readonly SmsApp[]; onChange(id: string): void }) {
  const words = useTexts(smsTexts);
  if (live.length < 2) return null;
  return (
    <Select
      label={words.app}
      value={String(app.id)}
      options={live.map((each) => ({ value: String(each.id), label: appName(each) }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
