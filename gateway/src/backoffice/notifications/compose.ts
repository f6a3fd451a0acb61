// Composes a notification: the text of its kind in the reader's language.

import { seenText, withFrenchSpaces } from '@jokko/contract';
import type { Language, NotificationKind, NotificationParameters } from './kinds.ts';
import { linkPages } from './kinds.ts';
import type { Message } from './message.ts';
import { alertText, testText } from './texts/alert.ts';
import { customerAnswerText } from './texts/customer-answer.ts';
import { incidentText, subscriptionText } from './texts/incident.ts';
import { invitationText, resetText } from './texts/links.ts';
import { reportText } from './texts/report.ts';
import { keyText, memberText } from './texts/security.ts';
import { approvalText, decisionText } from './texts/approval.ts';
import { balanceText, claimText } from './texts/work.ts';
import type { TextTerms } from './texts/terms.ts';

type Texts = {
  readonly [Kind in NotificationKind]: (
    parameters: NotificationParameters[Kind],
    terms: TextTerms,
  ) => Message;
};

const texts: Texts = {
  invitation: invitationText,
  reset: resetText,
  alert: alertText,
  subscription: subscriptionText,
  incident: incidentText,
  approval: approvalText,
  decision: decisionText,
  claim: claimText,
  balance: balanceText,
  member: memberText,
  key: keyText,
  customerAnswer: customerAnswerText,
  report: reportText,
  test: testText,
};

/**
 * `baseUrl`: of the portal, without a slash at the end. `token`: of the one-time link, which stands
 * behind the # and so reaches no server's log.
 */
export function compose(
  {
    kind,
    parameters,
    language,
  }: { kind: NotificationKind; parameters: unknown; language: Language },
  { baseUrl, token }: { baseUrl: string; token: string | null },
): Message {
  const page = (linkPages[kind] as (parameters: unknown) => string)(parameters);
  const terms: TextTerms = {
    t: (fr, en) => (language === 'fr' ? fr : en),
    money: (amount, currency, signed = false) =>
      new Intl.NumberFormat(language === 'fr' ? 'fr-SN' : 'en-SN', {
        style: 'currency',
        currency,
        maximumFractionDigits: 4,
        trailingZeroDisplay: 'stripIfInteger',
        signDisplay: signed ? 'exceptZero' : 'auto',
      }).format(amount as Intl.StringNumericLiteral),
    base: baseUrl,
    site: new URL(baseUrl).host,
    url: `${baseUrl}/${page}${token === null ? '' : `#${token}`}`,
  };
  const text = texts[kind] as (parameters: unknown, terms: TextTerms) => Message;
  return written(seen(text(parameters, terms)), language);
}

/** With the spaces of its language. */
function written(message: Message, language: Language): Message {
  if (language === 'en') return message;
  const { subject, paragraphs, facts, link, footer, footerLink } = message;
  const labelled = (to: { label: string; url: string }) => ({
    label: withFrenchSpaces(to.label),
    url: to.url,
  });
  return {
    subject: withFrenchSpaces(subject),
    paragraphs: paragraphs.map(withFrenchSpaces),
    footer: withFrenchSpaces(footer),
    ...(facts !== undefined && {
      facts: facts.map(([name, value]) => [withFrenchSpaces(name), withFrenchSpaces(value)]),
    }),
    ...(link !== undefined && { link: labelled(link) }),
    ...(footerLink !== undefined && { footerLink: labelled(footerLink) }),
  };
}

/** Whoever wrote what stands in it. */
const seen = (message: Message): Message => ({
  ...message,
  subject: seenText(message.subject, 'line'),
  paragraphs: message.paragraphs.map((text) => seenText(text)),
  ...(message.facts !== undefined && {
    facts: message.facts.map(([name, value]) => [seenText(name), seenText(value)]),
  }),
});
