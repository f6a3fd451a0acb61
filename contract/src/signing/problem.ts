// Reasons for rejecting a signature. Each of the usual mistakes has a name and a helpful sentence,
// none of which repeats a signature or a secret.

import type { Language } from '../language.ts';

export type SignatureProblem =
  | { type: 'missing'; headers: readonly string[] }
  /** Neither 64 hexadecimal digits nor anything we recognize. */
  | { type: 'malformed'; header: string }
  /** A base64 signature where a hexadecimal one belongs. */
  | { type: 'base64'; header: string }
  | { type: 'malformedTimestamp'; header: string; unit: TimeUnit }
  /**
   * Right but for its unit: seconds instead of milliseconds, or the reverse. `unit`: what belongs
   * there.
   */
  | { type: 'otherUnit'; header: string; unit: TimeUnit }
  | { type: 'tooOld'; ageSeconds: number; maxSeconds: number }
  | { type: 'tooEarly'; leadSeconds: number; maxSeconds: number }
  /** The verifier was given a parsed body instead of what arrived. */
  | { type: 'bodyParsed' }
  /** The signer was given an object instead of the text or the bytes that are sent. */
  | { type: 'bodyNotText' }
  /**
   * The signature is that of the same JSON in compact form: what was verified is not what was
   * signed.
   */
  | { type: 'bodyRewritten' }
  /** There is none: undefined, empty, or an empty list. */
  | { type: 'noSecret' }
  /** An API key or the secret of the other kind of signature was used. */
  | { type: 'otherSecret' }
  /** With the white space around the secret taken away the signature is right. */
  | { type: 'paddedSecret' }
  | { type: 'mismatch'; scheme?: 'webhook' };

/** What the helpers that sign throw: a mistake of the code that calls them. */
export class SignatureMistake extends Error {
  readonly problem: SignatureProblem;
  constructor(problem: SignatureProblem) {
    super(inEnglish(problem));
    this.name = 'SignatureMistake';
    this.problem = problem;
  }
}

export type TimeUnit = 'milliseconds' | 'seconds';

export type SignatureVerdict = { ok: true } | { ok: false; problem: SignatureProblem };

const units: Record<Language, Record<TimeUnit, string>> = {
  fr: { milliseconds: 'millisecondes', seconds: 'secondes' },
  en: { milliseconds: 'milliseconds', seconds: 'seconds' },
};

/** A sentence for developers. */
export function explainSignatureProblem(problem: SignatureProblem, language: Language): string {
  return language === 'fr' ? inFrench(problem) : inEnglish(problem);
}

function inFrench(problem: SignatureProblem): string {
  switch (problem.type) {
    case 'missing':
      return `La requête n'est pas signée : il manque ${problem.headers.join(' et ')}.`;
    case 'malformed':
      return `${problem.header} n'a pas la forme d'une signature HMAC-SHA256.`;
    case 'base64':
      return `${problem.header} est en base64 : écrivez la signature en hexadécimal (64 caractères).`;
    case 'malformedTimestamp':
      return `${problem.header} doit être l'heure Unix en ${units.fr[problem.unit]}, en chiffres.`;
    case 'otherUnit':
      return `${problem.header} doit être en ${units.fr[problem.unit]}, pas en ${units.fr[otherUnit(problem.unit)]}.`;
    case 'tooOld':
      return `La signature date de ${problem.ageSeconds} s (maximum ${problem.maxSeconds} s) : signez à chaque envoi et vérifiez votre horloge.`;
    case 'tooEarly':
      return `La signature a ${problem.leadSeconds} s d'avance sur notre horloge (maximum ${problem.maxSeconds} s) : vérifiez la vôtre.`;
    case 'bodyParsed':
      return 'Le corps a été analysé avant la vérification : vérifiez les octets tels que reçus.';
    case 'bodyNotText':
      return 'Le corps est un objet : appelez JSON.stringify une seule fois, signez ce texte et envoyez exactement ce texte.';
    case 'bodyRewritten':
      return 'La signature est celle du même JSON écrit autrement : le corps a été analysé puis réécrit ; vérifiez les octets tels que reçus.';
    case 'noSecret':
      return "Il n'y a pas de secret : il est vide ou absent ; vérifiez la variable d'environnement ou le réglage d'où il vient.";
    case 'otherSecret':
      return "Ce secret n'est pas celui de cette signature (clé API, secret HMAC et secret whsec_ sont trois choses différentes).";
    case 'paddedSecret':
      return 'Le secret est entouré d’espaces ou de fins de ligne : retirez-les.';
    case 'mismatch':
      return problem.scheme === 'webhook'
        ? 'La signature ne correspond pas : vérifiez le secret whsec_, et que webhook-id.webhook-timestamp.corps est vérifié avec exactement les octets reçus.'
        : 'La signature ne correspond pas : vérifiez le secret, et que METHODE:Timestamp:corps est signé avec exactement les octets envoyés.';
  }
}

function inEnglish(problem: SignatureProblem): string {
  switch (problem.type) {
    case 'missing':
      return `The request is not signed: ${problem.headers.join(' and ')} ${problem.headers.length === 1 ? 'is' : 'are'} missing.`;
    case 'malformed':
      return `${problem.header} does not have the form of an HMAC-SHA256 signature.`;
    case 'base64':
      return `${problem.header} is base64: write the signature in hexadecimal (64 characters).`;
    case 'malformedTimestamp':
      return `${problem.header} must be the Unix time in ${units.en[problem.unit]}, in digits.`;
    case 'otherUnit':
      return `${problem.header} must be in ${units.en[problem.unit]}, not in ${units.en[otherUnit(problem.unit)]}.`;
    case 'tooOld':
      return `The signature is ${problem.ageSeconds} s old (at most ${problem.maxSeconds} s): sign anew for every sending, and check your clock.`;
    case 'tooEarly':
      return `The signature is ${problem.leadSeconds} s ahead of our clock (at most ${problem.maxSeconds} s): check yours.`;
    case 'bodyParsed':
      return 'The body was parsed before the verification: verify the bytes as they were received.';
    case 'bodyNotText':
      return 'The body is an object: call JSON.stringify once, sign that text, and send exactly that text.';
    case 'bodyRewritten':
      return 'The signature is that of the same JSON written in another way: the body was parsed and written again; verify the bytes as received.';
    case 'noSecret':
      return 'There is no secret: it is empty or undefined; check the environment variable or setting that it comes from.';
    case 'otherSecret':
      return 'This secret is not the one of this signature (API key, HMAC secret and whsec_ secret are three different things).';
    case 'paddedSecret':
      return 'There are spaces or line ends around the secret: remove them.';
    case 'mismatch':
      return problem.scheme === 'webhook'
        ? 'The signature does not match: check the whsec_ secret, and that webhook-id.webhook-timestamp.body is verified with exactly the bytes received.'
        : 'The signature does not match: check the secret, and that METHOD:Timestamp:body is signed with exactly the bytes that are sent.';
  }
}

const otherUnit = (unit: TimeUnit): TimeUnit => (unit === 'seconds' ? 'milliseconds' : 'seconds');
