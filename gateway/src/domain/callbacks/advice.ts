// What should the developer put right? A sentence for every way in which a delivery fails, in both languages.

import type { Language } from '@jokko/contract';
import type { ErrorClass } from '../../outbound/error-class.ts';

export interface Failure {
  errorClass: ErrorClass;
  httpStatus: number | null;
  timeoutPhase: string | null;
  /** Of the key that was presented; null when none was. */
  pinSeen: string | null;
}

type Sentence = Record<Language, string>;

const byClass: { [name in Exclude<ErrorClass, 'http_status' | 'timeout'>]: Sentence } = {
  dns_error: {
    en: 'The name of your server was not found, or its name servers did not answer within 2 seconds: check the host in the callback address and its DNS records.',
    fr: "Le nom de votre serveur est introuvable, ou ses serveurs de noms n'ont pas répondu en 2 secondes : vérifiez l'hôte de l'adresse de callback et ses enregistrements DNS.",
  },
  connection_refused: {
    en: 'Nobody accepts connections at this address and port: check that your server runs and that its firewall lets us in.',
    fr: "Aucun programme n'accepte de connexion à cette adresse et ce port : vérifiez que votre serveur tourne et que son pare-feu nous laisse entrer.",
  },
  connection_reset: {
    en: 'Your server closed the connection before it had answered: look for a crash, a proxy time-out, or a limit on request sizes in its log.',
    fr: 'Votre serveur a fermé la connexion avant de répondre : cherchez dans son journal un plantage, un délai de proxy ou une limite de taille.',
  },
  network_unreachable: {
    en: 'There is no route to your server: check that its address is public and that its network is up.',
    fr: 'Aucune route ne mène à votre serveur : vérifiez que son adresse est publique et que son réseau fonctionne.',
  },
  network_error: {
    en: 'What your server sent is not HTTP: check that the port speaks HTTP, and HTTPS where the address says https.',
    fr: "Ce que votre serveur a envoyé n'est pas du HTTP : vérifiez que le port parle HTTP, et HTTPS si l'adresse commence par https.",
  },
  tls_error: {
    en: 'The certificate of your server was not accepted: it must not have expired, must bear the name of the host, and must be sent with its intermediate certificates.',
    fr: "Le certificat de votre serveur n'a pas été accepté : il ne doit pas être expiré, doit porter le nom de l'hôte et être envoyé avec ses certificats intermédiaires.",
  },
  pin_mismatch: {
    en: 'Your server presented a key that is none of the pins registered for it: register the new pin, or put the old key back.',
    fr: "Votre serveur a présenté une clé qui n'est aucune des empreintes enregistrées : enregistrez la nouvelle empreinte ou remettez l'ancienne clé.",
  },
  redirect: {
    en: 'Your server answered with a redirect, which is not followed: give the final address as callbackUrl.',
    fr: "Votre serveur a répondu par une redirection, qui n'est pas suivie : donnez l'adresse finale comme callbackUrl.",
  },
  blocked_target: {
    en: 'The address is not one that callbacks may go to: it must be public.',
    fr: 'Cette adresse ne peut pas recevoir de callbacks : elle doit être publique.',
  },
};

const byPhase: { [phase: string]: Sentence } = {
  dns: byClass.dns_error,
  connect: {
    en: 'Your server did not accept the connection within 15 seconds: a firewall may be dropping our packets.',
    fr: "Votre serveur n'a pas accepté la connexion en 15 secondes : un pare-feu ignore peut-être nos paquets.",
  },
  tls: {
    en: 'The TLS handshake did not end within 15 seconds: check that the port speaks HTTPS and is not overloaded.',
    fr: "La négociation TLS n'a pas abouti en 15 secondes : vérifiez que le port parle HTTPS et n'est pas surchargé.",
  },
  body: {
    en: 'Your server began an answer and did not end it within 15 seconds: answer HTTP 200 with a short body, and close it.',
    fr: 'Votre serveur a commencé une réponse sans la terminer en 15 secondes : répondez HTTP 200 avec un corps court, et terminez-le.',
  },
};
const pinsNeedHttps: Sentence = {
  en: 'Pins are registered for your server, and pins need https: give an address that begins with https, or have the pins removed.',
  fr: 'Des empreintes sont enregistrées pour votre serveur, et les empreintes exigent https : donnez une adresse qui commence par https, ou faites retirer les empreintes.',
};
const slowAnswer: Sentence = {
  en: 'Your server did not answer within 15 seconds: answer HTTP 200 at once, and do the work afterwards.',
  fr: "Votre serveur n'a pas répondu en 15 secondes : répondez HTTP 200 aussitôt et traitez ensuite.",
};

const byStatus: { [status: number]: Sentence } = {
  400: {
    en: 'Your server answered 400: it did not understand the body. Read it as JSON, and do not refuse members that you do not know.',
    fr: "Votre serveur a répondu 400 : il n'a pas compris le corps. Lisez-le comme du JSON sans refuser les membres inconnus.",
  },
  401: authorised(401),
  403: authorised(403),
  404: {
    en: 'Your server answered 404: check the path of the callback address.',
    fr: "Votre serveur a répondu 404 : vérifiez le chemin de l'adresse de callback.",
  },
  405: {
    en: 'Your server answered 405: the callback is a POST; let the path accept it.',
    fr: 'Votre serveur a répondu 405 : le callback est un POST ; ce chemin doit l’accepter.',
  },
  413: {
    en: 'Your server answered 413: allow request bodies of at least 64 KiB.',
    fr: 'Votre serveur a répondu 413 : autorisez des corps de requête d’au moins 64 Kio.',
  },
  415: {
    en: 'Your server answered 415: accept the content type application/json.',
    fr: 'Votre serveur a répondu 415 : acceptez le type application/json.',
  },
  429: {
    en: 'Your server answered 429: let our callbacks through its rate limit. We come again every minute whatever Retry-After says.',
    fr: 'Votre serveur a répondu 429 : exemptez nos callbacks de sa limite. Nous revenons chaque minute, quel que soit Retry-After.',
  },
};

function authorised(status: number): Sentence {
  return {
    en: `Your server answered ${status}: callbacks bring no login; prove them by their signature or sha256Hash, and take the path out of the login and CSRF checks.`,
    fr: `Votre serveur a répondu ${status} : les callbacks n'ont pas d'identifiants ; vérifiez leur signature ou sha256Hash et exemptez ce chemin du contrôle d'accès et du CSRF.`,
  };
}

function ofStatus(status: number): Sentence {
  const known = byStatus[status];
  if (known !== undefined) return known;
  if (status < 300) {
    return {
      en: `Your server answered ${status}; the interface needs 200.`,
      fr: `Votre serveur a répondu ${status} ; l'interface exige 200.`,
    };
  }
  return status >= 500
    ? {
        en: `Your server failed with ${status}: look into its log at this time.`,
        fr: `Votre serveur a échoué avec ${status} : consultez son journal à cette heure.`,
      }
    : {
        en: `Your server refused the callback with ${status}; the interface needs 200.`,
        fr: `Votre serveur a refusé le callback avec ${status} ; l'interface exige 200.`,
      };
}

/** The sentence for one failed attempt. */
export function adviceFor({ errorClass, httpStatus, timeoutPhase, pinSeen }: Failure): Sentence {
  if (errorClass === 'pin_mismatch' && pinSeen === null) return pinsNeedHttps;
  if (errorClass === 'http_status') return ofStatus(httpStatus ?? 0);
  if (errorClass === 'timeout') return byPhase[timeoutPhase ?? ''] ?? slowAnswer;
  return byClass[errorClass];
}
