// Who sees an address whole, and which answers hold addresses at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { developerRoles, operatorSeatRoles, portalRoutes } from '@jokko/contract/portal';
import { shownAddress } from './shown-address.ts';

const url = 'https://hooks.example/s3cr3t?k=s3cr3t';
const masked = 'https://hooks.example/…';

test('an address is whole for those who may set it, and for nobody else', () => {
  const seenBy = (of: 'developer' | 'operator'): string[] => [
    ...developerRoles
      .filter((role) => shownAddress({ side: 'developer', role }, of, url) !== masked)
      .map((role) => `developer ${role}`),
    ...operatorSeatRoles
      .filter((role) => shownAddress({ side: 'operator', role }, of, url) !== masked)
      .map((role) => `operator ${role}`),
  ];
  assert.deepEqual(seenBy('developer'), [
    ...['developer owner', 'developer admin', 'developer developer'],
  ]);
  assert.deepEqual(seenBy('operator'), ['operator admin']);
});

interface Schema {
  type?: string;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: { readonly [member: string]: Schema };
  patternProperties?: { readonly [pattern: string]: Schema };
}

test('every answer with an address is of this list: a new one goes through shownAddress, or says why not', () => {
  const found = Object.entries(portalRoutes).flatMap(([name, { answer }]) =>
    addressesIn(answer as Schema, name),
  );
  assert.deepEqual(
    found.toSorted(),
    [
      // Through shownAddress.
      'GET callbacks/:id url',
      'GET operator/alert-settings webhook',
      'GET operator/callbacks/:account/:id url',
      ...['GET sms/apps inboundUrl', 'GET sms/apps reportUrl'],
      // Ours, with a token for whoever makes them.
      'POST operator/developers/invite link',
      'POST operator/developers/reset link',
      'POST team/invite link',
      // Ours, which payers get.
      'GET payment-links url',
      'POST sandbox/phone link',
      ...[
        'POST payment-links url',
        'POST payment-links/pause url',
        'POST payment-links/resume url',
      ],
      // Ours, with a secret for the provider, and for admins alone.
      'POST operator/golive noticeUrl',
      // A secret of the user's own, for their authenticator.
      'POST totp/begin uri',
      // Names of carriers' connections, and of members of a form.
      'GET operator/connectors/forms link',
      ...['GET operator/documents/:kind link', 'GET operator/drafts/:kind/:id link'],
    ].toSorted(),
  );
});

/** By their names: `url`, `inboundUrl`, `webhook`, `link`. */
function addressesIn(schema: Schema, place: string): string[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([member, each]) =>
    /(ur[il]|webhook|link|callback)s?$/i.test(member) && holdsText(each)
      ? [`${place} ${member}`]
      : addressesIn(each, place),
  );
  return [...(schema.anyOf ?? []), ...Object.values(schema.patternProperties ?? {})]
    .concat(schema.items ?? [])
    .flatMap((each) => addressesIn(each, place))
    .concat(inside);
}

const holdsText = ({ type, anyOf = [], items }: Schema): boolean =>
  type === 'string' || anyOf.some(holdsText) || (items !== undefined && holdsText(items));
