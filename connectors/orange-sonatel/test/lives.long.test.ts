// Payments under fire: the Orange Sonatel connector over a network that fails. Once by links and
// payouts, and once by codes that payers type, of which some are wrong.

import { runLives } from '@jokko/connectors/kit/conformance';
import { subject } from './subject.ts';

const wrongCodeShare = 0.3;

runLives(subject);
runLives({
  ...subject,
  sample: { collect: { link: 'none' } },
  // A step whose answer was lost has the search alone, as a payout has.
  unresolvedShareMax: 0.2,
  payer: async ({ otp }, random) =>
    otp === undefined
      ? undefined
      : {
          otp: random() < wrongCodeShare ? '000000' : String(100_000 + Math.floor(random() * 9e5)),
        },
});
