// Says in words why a breaker changed: reasons of health, or the outcomes of those that were let
// through. What a user has written stays as it is.

type Language = 'fr' | 'en';
type Text = { readonly [language in Language]: string };

const ofHealth: { readonly [reason: string]: Text } = {
  unanswered: { fr: 'ordres sans réponse exploitable', en: 'orders without a usable answer' },
  faulted: { fr: 'échecs techniques', en: 'technical failures' },
  unreachable: { fr: 'connexion impossible', en: 'cannot be reached' },
};

const ofOutcomes: { readonly [reason: string]: (count: string, all: string) => Text } = {
  triedLost: (count, all) => ({
    fr: `${count} essais sur ${all} sans réponse`,
    en: `${count} of ${all} tried were not answered`,
  }),
  triedAnswered: (count, all) => ({
    fr: `${count} essais sur ${all} ont reçu une réponse`,
    en: `${count} of ${all} tried were answered`,
  }),
  lostAgain: (count, all) => ({
    fr: `${count} ordres sur ${all} sans réponse depuis la réouverture`,
    en: `${count} of ${all} since it closed were not answered`,
  }),
};

export function breakerReasonText(reason: string, language: Language): string {
  const [, name = '', count = '', all = ''] = /^(\w+) (\d+)\/(\d+)$/.exec(reason) ?? [];
  const outcome = ofOutcomes[name];
  if (outcome !== undefined) return outcome(count, all)[language];
  const parts = reason.split(', ');
  const known = parts.flatMap((part) => ofHealth[part]?.[language] ?? []);
  return known.length === parts.length ? known.join(', ') : reason;
}
