// What was asked for in one transaction, and where does it stand?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { Code, CodeBlock } from '../../ui/copy.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { StatusBadge } from './status-badge.tsx';
import { transactionTexts } from './texts.ts';

export type Detail = RouteAnswer<'GET transactions/:id'> & { accountId?: number; accountName?: string };

export function TransactionFacts({ transaction }: { transaction: Detail }) {
  const words = useTexts(transactionTexts);
  const { accountId, accountName, currency, errorText, providerWords, providerReference } = transaction;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <>
      {errorText === null ? null : (
        <Notice tone="bad" title={transaction.error ?? undefined}>
          {errorText}
        </Notice>
      )}
      {transaction.cancelRequested && transaction.status === 'waiting' ? <Notice tone="info">{words.cancelRequested}</Notice> : null}
      <KeyValues
        items={[
          { label: words.status, value: <StatusBadge status={transaction.status} /> },
          { label: words.amount, value: money(transaction.amount) },
          { label: words.commission, value: money(transaction.commission) },
          {
            label: words.account,
            value: accountId === undefined ? null : <Link to={`/developers/${accountId}`}>{accountName}</Link>,
          },
          { label: words.service, value: transaction.serviceName },
          { label: words.direction, value: words.directions[transaction.direction] },
          { label: words.phone, value: <Code>{transaction.phone}</Code> },
          { label: words.id, value: <Code>{transaction.id}</Code> },
          { label: words.externalId, value: <Code>{transaction.externalId}</Code> },
          { label: words.provider, value: transaction.provider },
          { label: words.providerReference, value: providerReference === null ? null : <Code>{providerReference}</Code> },
          { label: words.providerWords, value: providerWords },
          { label: words.balanceBefore, value: money(transaction.balanceBefore) },
          { label: words.balanceAfter, value: money(transaction.balanceAfter) },
          { label: words.callbackHost, value: transaction.callbackHost },
          { label: words.created, value: <When at={transaction.createdAt} show="both" /> },
          { label: words.updated, value: <When at={transaction.updatedAt} show="both" /> },
        ]}
      />
      {transaction.clientData === null ? null : <CodeBlock label={words.clientData} text={transaction.clientData} />}
    </>
  );
}
