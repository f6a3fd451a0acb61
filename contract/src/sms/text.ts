// Entry point of what the portal's page counts and proposes while somebody types a short message.

export { proposeGsm, type GsmCharacter } from './gsm-proposal.ts';
export { segmentText } from './segment.ts';
