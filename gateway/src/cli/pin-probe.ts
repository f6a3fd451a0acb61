// `jokko pin probe`: what a receiver presents right now, as our deliveries would see it.

import { probeReceiver } from '../outbound/probe.ts';
import { dialSettingsOf } from '../receivers.ts';
import { readArguments } from './arguments.ts';
import { Refusal, requireConfig, UsageError } from './command.ts';
import type { Command } from './command.ts';

const timeoutMs = 10_000;

export const command: Command = {
  usage: 'pin probe URL',
  async run(args, output) {
    const { positionals } = readArguments(args, {}, ['URL']);
    const text = positionals[0] ?? '';
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url?.protocol !== 'https:') throw new UsageError(`${text} is not an https address`);
    const config = requireConfig();
    const probe = await probeReceiver(dialSettingsOf(config, config.publicUrl), url, timeoutMs);
    if (!probe.ok) throw new Refusal(`${url.host} could not be probed: ${probe.errorClass}`);
    const { address, tlsVersion, chain, keyType, pin, rawPointPin, problem } = probe.presented;
    const told = chain.map((each) => ({ ...each, expiresAt: each.expiresAt.toISOString() }));
    output.result({ address, tlsVersion, keyType, pin, rawPointPin, verified: problem === null, problem, chain: told }, () =>
      [
        `address   ${address}, ${tlsVersion}`,
        `key       ${keyType}`,
        `pin       ${pin}`,
        ...(rawPointPin === null ? [] : [`raw point ${rawPointPin} (not a pin; \`pin add\` turns it into one)`]),
        `checks    ${problem === null ? 'passed' : `FAILED: ${problem}`}`,
        ...told.map(
          ({ subject, issuer, expiresAt }, at) =>
            `${at === 0 ? 'leaf     ' : 'above it '} ${subject}, issued by ${issuer}, until ${expiresAt}`,
        ),
      ].join('\n'),
    );
    return 0;
  },
};
