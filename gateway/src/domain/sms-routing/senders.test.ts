// Which sender does a link show, and which link of a route is for a sender?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoutingDocument } from './document.ts';
import type { Route } from './routing.ts';
import { linkFor, senderFor } from './senders.ts';
import { testDocument, testRouting } from './testing.ts';

const number = '221771234567';

function routeWith(changes: Partial<RoutingDocument>): Route {
  const result = testRouting(changes).routeOf(number);
  assert.ok(result.ok);
  return result.route;
}
const linksWith = (senders: RoutingDocument['links'][number]['senders']) =>
  testDocument().links.map((link) => (link.name === 'A' && senders !== undefined ? { ...link, senders } : link));

test('without a rule every sender is shown as it is', () => {
  const [link] = routeWith({}).links;
  assert.deepEqual(senderFor(link!, 'Éco 21'), { ok: true, sender: 'Éco 21', replaced: false });
});

test('only allowed senders are shown, in the registered spelling; others are replaced by the number or refused', () => {
  const [strict] = routeWith({ links: linksWith({ allowed: ['Jokko', '2214040'], numericFallback: null }) }).links;
  assert.deepEqual(senderFor(strict!, 'JOKKO'), { ok: true, sender: 'Jokko', replaced: false });
  assert.deepEqual(senderFor(strict!, '2214040'), { ok: true, sender: '2214040', replaced: false });
  assert.deepEqual(senderFor(strict!, 'Other'), { ok: false, refusal: 'sender_not_allowed' });
  const [lenient] = routeWith({ links: linksWith({ allowed: [], numericFallback: '40400' }) }).links;
  assert.deepEqual(senderFor(lenient!, 'Jokko'), { ok: true, sender: '40400', replaced: true });
});

test('the route’s rule counts before the link’s for the country, and that before the link’s', () => {
  const ruleOf = (allowed: string) => ({ allowed: [allowed], numericFallback: null });
  const links = linksWith({ ...ruleOf('Link'), perCountry: { SN: ruleOf('Country') } });
  const allowed = (route: Route) => ['Link', 'Country', 'Route'].filter((sender) => senderFor(route.links[0]!, sender).ok);
  assert.deepEqual(allowed(routeWith({ links: linksWith(ruleOf('Link')) })), ['Link']);
  assert.deepEqual(allowed(routeWith({ links })), ['Country']);
  assert.deepEqual(allowed(routeWith({ links, routes: [{ country: 'SN', links: [{ name: 'A' }], senders: ruleOf('Route') }] })), ['Route']);
});

test('a message goes over the first link that shows its sender, and from there to the next', () => {
  const links = linksWith({ allowed: ['Jokko'], numericFallback: null });
  const routes = [{ country: 'SN', links: ['A', 'B', 'C'].map((name, index) => ({ name, priority: index + 1 })) }];
  const route = routeWith({ links, routes });
  const nameOf = (choice: ReturnType<typeof linkFor>) => (choice !== null && choice.ok ? choice.link.name : choice);
  assert.equal(nameOf(linkFor(route, 'Jokko')), 'A');
  assert.equal(nameOf(linkFor(route, 'Other')), 'B');
  assert.equal(nameOf(linkFor(route, 'Jokko', 'A')), 'B');
  assert.equal(nameOf(linkFor(route, 'Jokko', 'B')), 'C');
  assert.equal(nameOf(linkFor(route, 'Jokko', 'C')), null, 'no link is left');
  assert.equal(nameOf(linkFor(route, 'Jokko', 'taken away')), 'A');
  const strict = routeWith({ links, routes: [{ country: 'SN', links: [{ name: 'A' }] }] });
  assert.deepEqual(linkFor(strict, 'Other'), { ok: false, refusal: 'sender_not_allowed' });
});
