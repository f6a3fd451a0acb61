// Summary of one transaction: its request and its state.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages, type InLanguage } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { Code, CodeBlock, HiddenCode } from '../../ui/copy.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { StatusBadge } from './status-badge.tsx';
import { transactionMessages } from './messages.ts';

export type Detail = RouteAnswer<'GET transactions/:id'> & {
  accountId?: number;
  accountName?: string;
};

/** `isHeaded`: state, amount and service stand above it already. */
export function TransactionDetails({
  transaction,
  isHeaded = false,
}: {
  transaction: Detail;
  isHeaded?: boolean;
}) {
  const messages = useMessages(transactionMessages);
  const { accountId, accountName, currency, errorText, providerMessages, providerReference } =
    transaction;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <>
      {errorText === null ? null : (
        <Notice tone="bad" title={transaction.error ?? undefined}>
          {errorText}
        </Notice>
      )}
      {transaction.cancelRequested && transaction.status === 'waiting' ? (
        <Notice tone="info">{messages.cancelRequested}</Notice>
      ) : null}
      <KeyValues
        items={[
          ...(isHeaded ? [] : headRows(transaction, messages)),
          { label: messages.commission, value: money(transaction.commission) },
          {
            label: messages.account,
            value:
              accountId === undefined ? null : (
                <Link to={`/developers/${accountId}`}>{accountName}</Link>
              ),
          },
          { label: messages.direction, value: messages.directions[transaction.direction] },
          { label: messages.phone, value: <Code>{transaction.phone}</Code> },
          { label: messages.id, value: <Code>{transaction.id}</Code> },
          { label: messages.externalId, value: <Code>{transaction.externalId}</Code> },
          { label: messages.provider, value: transaction.provider },
          {
            label: messages.providerReference,
            value: providerReference === null ? null : <Code>{providerReference}</Code>,
          },
          { label: messages.providerResponse, value: providerMessages },
          ...voucherRows(transaction.voucher, messages),
          { label: messages.balanceBefore, value: money(transaction.balanceBefore) },
          { label: messages.balanceAfter, value: money(transaction.balanceAfter) },
          {
            label: messages.callbackAddress,
            value:
              transaction.callbackAddress === null ? null : (
                <Code>{transaction.callbackAddress}</Code>
              ),
          },
          { label: messages.created, value: <When at={transaction.createdAt} show="both" /> },
          { label: messages.updated, value: <When at={transaction.updatedAt} show="both" /> },
        ]}
      />
      {transaction.clientData === null ? null : (
        <CodeBlock label={messages.clientData} text={transaction.clientData} />
      )}
    </>
  );
}

/** What the head of a transaction's own page says. */
const headRows = (
  { status, amount, currency, serviceName }: Detail,
  messages: InLanguage<typeof transactionMessages>,
) => [
  { label: messages.status, value: <StatusBadge status={status} /> },
  { label: messages.amount, value: <Money amount={amount} currency={currency} /> },
  { label: messages.service, value: serviceName },
];

/** The code, hidden until it is asked for, and what is known of it. */
function voucherRows(voucher: Detail['voucher'], messages: InLanguage<typeof transactionMessages>) {
  if (voucher === null) return [];
  const { type, code, isMasked, serialNumber, quantity, unit, expiresAt } = voucher;
  return [
    {
      label: messages.voucherTypes[type],
      value: isMasked ? code : <HiddenCode>{code}</HiddenCode>,
    },
    {
      label: messages.voucherQuantity,
      value: quantity === undefined ? null : [quantity, unit].filter(Boolean).join(' '),
    },
    { label: messages.voucherSerial, value: serialNumber ?? null },
    { label: messages.voucherExpiry, value: expiresAt ?? null },
  ];
}
