// Checks which sender a carrier connection shows, and which connection of a route can carry a
// sender.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoutingDocument } from './document.ts';
import type { Route } from './routing.ts';
import { connectionFor, senderFor } from './senders.ts';
import { testDocument, testRouting } from './testing.ts';

const number = '221771234567';

function routeWith(changes: Partial<RoutingDocument>): Route {
  const result = testRouting(changes).routeOf(number);
  assert.ok(result.ok);
  return result.route;
}
const connectionsWith = (senders: RoutingDocument['links'][number]['senders']) =>
  testDocument().links.map((entry) =>
    entry.name === 'A' && senders !== undefined ? { ...entry, senders } : entry,
  );

test('without a rule every sender is shown as it is', () => {
  const [connection] = routeWith({}).connections;
  assert.deepEqual(senderFor(connection!, 'Éco 21'), {
    ok: true,
    sender: 'Éco 21',
    replaced: false,
  });
});

test('only allowed senders are shown, in the registered spelling; others are replaced by the number or refused', () => {
  const [strict] = routeWith({
    links: connectionsWith({ allowed: ['Jokko', '2214040'], numericFallback: null }),
  }).connections;
  assert.deepEqual(senderFor(strict!, 'JOKKO'), { ok: true, sender: 'Jokko', replaced: false });
  assert.deepEqual(senderFor(strict!, '2214040'), { ok: true, sender: '2214040', replaced: false });
  assert.deepEqual(senderFor(strict!, 'Other'), { ok: false, refusal: 'sender_not_allowed' });
  const [lenient] = routeWith({
    links: connectionsWith({ allowed: [], numericFallback: '40400' }),
  }).connections;
  assert.deepEqual(senderFor(lenient!, 'Jokko'), { ok: true, sender: '40400', replaced: true });
});

test('the route’s rule counts before the connection’s for the country, and that before the connection’s', () => {
  const ruleOf = (allowed: string) => ({ allowed: [allowed], numericFallback: null });
  const links = connectionsWith({ ...ruleOf('Connection'), perCountry: { SN: ruleOf('Country') } });
  const allowed = (route: Route) =>
    ['Connection', 'Country', 'Route'].filter(
      (sender) => senderFor(route.connections[0]!, sender).ok,
    );
  assert.deepEqual(allowed(routeWith({ links: connectionsWith(ruleOf('Connection')) })), [
    'Connection',
  ]);
  assert.deepEqual(allowed(routeWith({ links })), ['Country']);
  assert.deepEqual(
    allowed(
      routeWith({
        links,
        routes: [{ country: 'SN', links: [{ name: 'A' }], senders: ruleOf('Route') }],
      }),
    ),
    ['Route'],
  );
});

test('a message goes over the first connection that shows its sender, and from there to the next', () => {
  const links = connectionsWith({ allowed: ['Jokko'], numericFallback: null });
  const routes = [
    { country: 'SN', links: ['A', 'B', 'C'].map((name, index) => ({ name, priority: index + 1 })) },
  ];
  const route = routeWith({ links, routes });
  const nameOf = (choice: ReturnType<typeof connectionFor>) =>
    choice !== null && choice.ok ? choice.connection.name : choice;
  assert.equal(nameOf(connectionFor(route, 'Jokko')), 'A');
  assert.equal(nameOf(connectionFor(route, 'Other')), 'B');
  assert.equal(nameOf(connectionFor(route, 'Jokko', 'A')), 'B');
  assert.equal(nameOf(connectionFor(route, 'Jokko', 'B')), 'C');
  assert.equal(nameOf(connectionFor(route, 'Jokko', 'C')), null, 'no connection is left');
  assert.equal(nameOf(connectionFor(route, 'Jokko', 'taken away')), 'A');
  const strict = routeWith({ links, routes: [{ country: 'SN', links: [{ name: 'A' }] }] });
  assert.deepEqual(connectionFor(strict, 'Other'), { ok: false, refusal: 'sender_not_allowed' });
});
