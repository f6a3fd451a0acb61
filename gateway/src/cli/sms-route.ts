// `jokko sms route`: how a message to a number would go now, and why.

import { checkSender } from '@jokko/contract';
import { linkSettings } from '../connectors.ts';
import { loadPorted, loadRouting, senderFor, type Route } from '../domain/sms-routing/index.ts';
import { withExpectedSimulator } from '../simulator-process.ts';
import { readArguments } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { readNumber } from './sms-number.ts';

const minorPerUnit = 10_000;

const wordsOf = {
  unknown_country: 'no country of the routing has this calling code',
  not_mobile: 'the number of a landline',
  impossible_number: 'nobody can have this number',
  no_route: 'no link goes there',
} as const;

const problemWords = {
  empty: 'it is empty',
  tooLong: 'a name has at most 11 characters of the GSM alphabet',
  forbiddenCharacters: 'a name has characters of the GSM alphabet, without @',
} as const;

export const command: Command = {
  usage: 'sms route NUMBER [--sender SENDER]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { sender: { type: 'string' } }, ['NUMBER']);
    const number = readNumber(positionals[0]);
    const asked = values.sender === undefined ? undefined : readSender(values.sender);
    return withInstallation(async ({ config, database, secrets }) => {
      const routing = await loadRouting(database, linkSettings(withExpectedSimulator(config), secrets));
      const ported = (await loadPorted(database, routing, [number])).get(number) ?? null;
      const result = routing.routeOf(number, ported);
      if (!result.ok) {
        const { refusal } = result;
        output.result({ number: `+${number}`, ported: ported !== null, refusal }, () => `+${number}  ${wordsOf[refusal]} (${refusal})`);
        return 1;
      }
      const value = { number: `+${number}`, ported: ported !== null, ...present(result.route, asked) };
      output.result(value, () => linesOf(value).join('\n'));
      return 0;
    });
  },
};

/** As it would be sent (rule X3). */
function readSender(text: string): string {
  const check = checkSender(text);
  if (check.kind === 'problem') throw new UsageError(`${text} cannot be a sender: ${problemWords[check.problem]}`);
  return check.sender;
}

function present(route: Route, sender: string | undefined) {
  const { country, operator, currency, resendUnknown, timeZone } = route;
  const links = route.links.map((link) => ({
    ...{ name: link.name, priority: link.priority, weight: link.weight },
    // Null: not asked for, or not allowed there.
    sender: sender === undefined ? null : senderOn(link, sender),
  }));
  return {
    ...{ country, operator, pricePerPart: Number(route.pricePerPart) / minorPerUnit, currency, timeZone, resendUnknown },
    ...{ refundStates: [...route.refundStates], askedSender: sender ?? null, links },
  };
}

function senderOn(link: Route['links'][number], sender: string): string | null {
  const choice = senderFor(link, sender);
  return choice.ok ? choice.sender : null;
}

function linesOf(route: ReturnType<typeof present> & { number: string; ported: boolean }): string[] {
  const { number, country, operator, ported, pricePerPart, currency, refundStates, resendUnknown, askedSender } = route;
  return [
    `${number}  ${country}, operator ${operator}${ported ? ' (ported)' : ''}`,
    `${pricePerPart} ${currency} a part, ${refundStates.length === 0 ? 'never given back' : `given back when ${refundStates.join(' or ')}`}`,
    `a message of unknown outcome is ${resendUnknown ? 'sent again once' : 'not sent again'}`,
    ...route.links.map(
      (link, index) =>
        `${index + 1}. link ${link.name}  priority ${link.priority}, weight ${link.weight}${askedSender === null ? '' : `, ${senderWords(askedSender, link.sender)}`}`,
    ),
  ];
}

function senderWords(asked: string, shown: string | null): string {
  if (shown === null) return `sender ${asked} is not allowed`;
  return shown === asked ? `sender ${asked}` : `sender ${shown} for ${asked}`;
}
