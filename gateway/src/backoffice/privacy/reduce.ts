// Takes what is personal out of the parts of an operation and of its callback. Amounts, ids,
// currencies and countries stay: books and statements need them.

/** Members of an operation's extra details that name no person. */
const keptMembers =
  /^(type|link|kind|mode)$|([cC]ountry|[cC]urrency|[aA]mount|[qQ]uote|[rR]ate|[tT]otal)/;

/** Texts become empty, so that every reader of the form still finds a text. */
export function withoutPerson(value: unknown, member = ''): unknown {
  if (typeof value === 'string') return keptMembers.test(member) ? value : '';
  if (Array.isArray(value)) return value.map((each: unknown) => withoutPerson(each, member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      withoutPerson(each, name),
    ]),
  );
}

/** Which line of which payout batch an operation pays is ours; the rest is the client's. */
export function ownClientData(data: { [member: string]: unknown } | null): object | null {
  const { payout, line } = data ?? {};
  return payout === undefined || line === undefined ? null : { payout, line };
}

/** A callback's body with the number as it is shown from now on, and without the client's data. */
export function reducedBody(body: string, shown: string): string {
  const read = JSON.parse(body) as { transaction?: object };
  if (read.transaction === undefined) return body;
  return JSON.stringify({ ...read, transaction: { ...read.transaction, phone: shown, data: {} } });
}
