// Where the provider of a route posts its notices: an address that holds an unguessable part, the
// same on all nodes and for as long as the installation lives.

import { createHmac } from 'node:crypto';

const secretCharacters = 32;

/** `noticeKey`: of the installation, for this purpose. */
export const noticeSecretOf = (noticeKey: Buffer, route: string): string =>
  createHmac('sha256', noticeKey).update(route).digest('hex').slice(0, secretCharacters);

/** The address of a route whose secret is known. */
export const noticeUrl = (publicUrl: string, route: string, secret: string): string =>
  `${publicUrl}/providers/${encodeURIComponent(route)}/${secret}`;
