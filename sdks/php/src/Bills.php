<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Internal\Operations;
use Jokko\Internal\Read;
use Jokko\Internal\Request;
use Jokko\Internal\Transport;

/** Bills: list what a customer owes, and pay it. */
final class Bills
{
    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly Operations $operations)
    {
    }

    /** @return list<Bill> each can be paid once, for its exact amount, within 24 hours */
    public function pending(string $service, string $account): array
    {
        $answer = $this->transport->send(Request::post('list-pending-bills', [
            'codeService' => $service,
            'billAccountNumber' => $account,
        ], null));

        return array_map(static fn (array $bill): Bill => new Bill(
            Read::number($bill['amount'] ?? null),
            Read::text($bill['billReference'] ?? null),
            Read::list($bill['infos'] ?? null),
        ), Read::list($answer->json['data']['pendingBills']['pendingBills'] ?? null));
    }

    public function pay(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        string $account,
        string $reference,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        $members = ['accountNumber' => $account, 'billReference' => $reference];

        return $this->operations->start('bills.pay', $id, $service, $phone, $amount, $callbackUrl, $metadata, $members);
    }
}
