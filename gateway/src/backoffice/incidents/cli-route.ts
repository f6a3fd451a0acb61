// The command that switches a provider route off and on.

import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { argument, option, requiredOption } from '../../cli/parameters.ts';
import { readSwitch, readText } from '../../cli/values.ts';
import { switchRouteWithIncident } from './index.ts';
import type { BothLanguages } from './store.ts';

const textCharactersMax = 2_000;

function readPublished(text: string, name: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > textCharactersMax)
    throw new UsageError(`${name} must have 1 to ${textCharactersMax} characters`);
  return trimmed;
}

const switchOnOrOff = defineCommand({
  name: 'switch',
  summary: 'Enable (on) or disable (off) a route, on all nodes.',
  details:
    'No new operation starts on a disabled route; operations in progress continue. With a text in both languages an incident is opened: the status page, subscribers and the developers concerned are told. It is resolved in the portal.',
  arguments: {
    name: argument('NAME', 'Name of the route in the catalogue.', readText),
    on: argument('on|off', 'The new state.', readSwitch),
  },
  options: {
    reason: requiredOption('TEXT', 'Why; kept in the audit log.', (text, name) => {
      if (text.trim() === '') throw new UsageError(`${name} must not be empty`);
      return text.trim();
    }),
    textFr: option('TEXT', 'What is published of it, in French.', readPublished),
    textEn: option('TEXT', 'What is published of it, in English.', readPublished),
  },
  examples: [
    'OPD_SN off --reason "maintenance at the provider" --text-fr "Maintenance chez l’opérateur." --text-en "Maintenance at the provider."',
  ],
  async run({ database, who }, { name, on, reason, textFr, textEn }) {
    const off = !on;
    const text = textOf(off, textFr, textEn);
    const by = { who, userId: null };
    const switched = await switchRouteWithIncident(database, by, { name, off, reason, text });
    if (!switched.ok) throw new Refusal(`there is no route ${name}`);
    return { name, off, version: switched.version, incident: switched.incident };
  },
  present: ({ name, off, version, incident }) =>
    version === null
      ? `Route ${name} is already ${off ? 'off' : 'on'}.`
      : `Route ${name} is ${off ? 'off' : 'on'}. Catalogue version ${version} is in force.${incident === null ? '' : ` Incident ${incident} is open.`}`,
});

function textOf(
  off: boolean,
  fr: string | undefined,
  en: string | undefined,
): BothLanguages | null {
  if (fr === undefined && en === undefined) return null;
  if (!off) throw new UsageError('a text is published only when a route is disabled');
  if (fr === undefined || en === undefined)
    throw new UsageError('--text-fr and --text-en are given together');
  return { fr, en };
}

export const commands = [switchOnOrOff];
