// Reads the forms that are posted to a payment page: the payer's own, and those of banks. Sizes are
// bounded; what is too large or repeated is left out.

import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A bank's answer with its certificates has some 20 KB. */
const formBytesMax = 65_536;
const fieldsMax = 40;
const nameCharactersMax = 100;

export type FormFields = { [name: string]: string };

/** Accepts forms on the pages of `scope`: other types of content have no fields. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, parsed) => parsed(null, body),
  );
  scope.addContentTypeParser('*', (_request, payload, parsed) => {
    payload.resume();
    parsed(null);
  });
}

export const readForm = (body: unknown): FormFields =>
  typeof body === 'string' ? fieldsOf(new URLSearchParams(body)) : {};

/** What the bank has put into the address of the return, without what is ours. */
export function queryFields(request: FastifyRequest): FormFields {
  const {
    result: _,
    lang: __,
    ...fields
  } = fieldsOf(new URLSearchParams(request.url.split('?')[1] ?? ''));
  return fields;
}

function fieldsOf(given: URLSearchParams): FormFields {
  const fields: FormFields = Object.create(null) as FormFields;
  let count = 0;
  for (const [name, value] of given)
    if (name.length <= nameCharactersMax && !(name in fields) && ++count <= fieldsMax)
      fields[name] = value;
  return { ...fields };
}
