// The command that shows how a message to a number would be routed now, and why.

import { checkSender } from '@jokko/contract';
import { loadPorted, loadRouting, senderFor, type Route } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, option } from '../../cli/parameters.ts';
import { readPhoneNumber } from '../../cli/values.ts';

const minorPerUnit = 10_000;

const refusalTexts = {
  unknown_country: 'the routing has no country with this calling code',
  not_mobile: 'this is a landline number',
  impossible_number: 'this number cannot exist',
  no_route: 'no carrier connection serves this operator',
} as const;

const problemTexts = {
  empty: 'it is empty',
  tooLong: 'a name has at most 11 characters of the GSM alphabet',
  forbiddenCharacters: 'a name consists of characters of the GSM alphabet other than @',
} as const;

export const route = defineCommand({
  name: 'route',
  summary:
    'Show how a message to a number would be routed now: operator, price, connections, senders.',
  arguments: { number: argument('NUMBER', 'International phone number.', readPhoneNumber) },
  options: { sender: option('SENDER', 'The sender to check.', readSender) },
  examples: ['+221770000000 --sender ACME'],
  async run({ database, connectionSettings }, { number, sender }) {
    const routing = await loadRouting(database, await connectionSettings());
    const ported = (await loadPorted(database, routing, [number])).get(number) ?? null;
    const result = routing.routeOf(number, ported);
    const unusable = [...routing.unusableConnections.values()];
    const target = { number: `+${number}`, ported: ported !== null, unusable };
    return result.ok
      ? { ...target, ...present(result.route, sender) }
      : { ...target, refusal: result.refusal };
  },
  present: (result) =>
    [
      ...('refusal' in result
        ? [`${result.number}  ${refusalTexts[result.refusal]} (${result.refusal})`]
        : linesOf(result)),
      ...result.unusable.map(({ name, problem }) => `unusable: connection ${name}: ${problem}`),
    ].join('\n'),
  hasFailed: (result) => 'refusal' in result,
});

/** As it would be sent (rule X3). */
function readSender(text: string): string {
  const check = checkSender(text);
  if (check.kind === 'problem')
    throw new UsageError(`${text} cannot be a sender: ${problemTexts[check.problem]}`);
  return check.sender;
}

function present(route: Route, sender: string | undefined) {
  const { country, operator, currency, resendUnknown, timeZone } = route;
  const links = route.connections.map((connection) => ({
    name: connection.name,
    priority: connection.priority,
    weight: connection.weight,
    // Null: not asked for, or not allowed there.
    sender: sender === undefined ? null : senderOn(connection, sender),
  }));
  return {
    country,
    operator,
    pricePerPart: Number(route.pricePerPart) / minorPerUnit,
    currency,
    timeZone,
    resendUnknown,
    refundStates: [...route.refundStates],
    askedSender: sender ?? null,
    links,
  };
}

function senderOn(connection: Route['connections'][number], sender: string): string | null {
  const choice = senderFor(connection, sender);
  return choice.ok ? choice.sender : null;
}

function linesOf(
  route: ReturnType<typeof present> & { number: string; ported: boolean },
): string[] {
  const {
    number,
    country,
    operator,
    ported,
    pricePerPart,
    currency,
    refundStates,
    resendUnknown,
    askedSender,
  } = route;
  return [
    `${number}  ${country}, operator ${operator}${ported ? ' (ported)' : ''}`,
    `${pricePerPart} ${currency} per part, ${refundStates.length === 0 ? 'never refunded' : `refunded when ${refundStates.join(' or ')}`}`,
    `messages of unknown outcome are ${resendUnknown ? 'sent again once, at once' : 'sent again only where their connection says so'}`,
    ...route.links.map(
      (link, index) =>
        `${index + 1}. connection ${link.name}  priority ${link.priority}, weight ${link.weight}${askedSender === null ? '' : `, ${senderWords(askedSender, link.sender)}`}`,
    ),
  ];
}

function senderWords(asked: string, shown: string | null): string {
  if (shown === null) return `sender ${asked} is not allowed`;
  return shown === asked ? `sender ${asked}` : `sender ${shown} instead of ${asked}`;
}
