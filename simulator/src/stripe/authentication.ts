// What a charge tells of the 3-D Secure that went before it.

/** Last digits of a card whose bank takes no part: the card's network vouches for the attempt. */
export const attemptedEnding = '2719';
/** It is not asked for 3-D Secure at all. */
const unaskedEnding = '4242';

/** The version of 3-D Secure. */
const protocol = '2.2.0';

export function authenticationOf(lastFour: string): object | null {
  if (lastFour === unaskedEnding) return null;
  return lastFour === attemptedEnding
    ? told('attempt_acknowledged', 'frictionless', '06')
    : told('authenticated', 'challenge', '05');
}

const told = (result: string, flow: string, indicator: string): object => ({
  authentication_flow: flow,
  electronic_commerce_indicator: indicator,
  exemption_indicator: null,
  result,
  result_reason: null,
  version: protocol,
});
