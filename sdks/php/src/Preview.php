<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Internal\Read;

/** What an order would cost. Null members are not known. */
final class Preview
{
    private function __construct(
        /** Your id. */
        public readonly string $id,
        public readonly string $service,
        public readonly string $phone,
        public readonly int|float $amount,
        /** Status that the order would be answered with: PENDING, or the present one of a repetition. */
        public readonly string $wouldBe,
        public readonly int|float|null $commission,
        public readonly string $currency,
        /** What the balance loses by a payout, with the commission, or gains by a collection, without it. */
        public readonly int|float|null $total,
        /** After success, if nothing else happens meanwhile. */
        public readonly int|float|null $balanceAfter,
        /** @var array{e164: string, operator: string|null, agrees: bool|null} agrees: with the service */
        public readonly array $recipient,
        /** @var array{minimum: int|float|null, maximum: int|float|null, multipleOf: int|float|null} */
        public readonly array $limits,
        /** @var array<string, int|float|null> day, week, month: what may still go to this recipient */
        public readonly array $remaining,
        /** @var array{transactionId: string, status: string}|null what has this id, and would be answered again */
        public readonly ?array $repeats,
        /** @var array{available: bool, typicalSeconds: int|null} */
        public readonly array $route,
    ) {
    }

    /**
     * @internal
     *
     * @param array<mixed> $data
     */
    public static function from(array $data): self
    {
        return new self(
            Read::text($data['externalTransactionId'] ?? null),
            Read::text($data['codeService'] ?? null),
            Read::text($data['phone'] ?? null),
            Read::number($data['amount'] ?? null),
            Read::text($data['wouldBe'] ?? null),
            Read::numberOrNull($data['commission'] ?? null),
            Read::text($data['currency'] ?? null),
            Read::numberOrNull($data['total'] ?? null),
            Read::numberOrNull($data['balanceAfter'] ?? null),
            Read::map($data['recipient'] ?? null) ?? [],
            Read::map($data['limits'] ?? null) ?? [],
            Read::map($data['remaining'] ?? null) ?? [],
            Read::map($data['repeats'] ?? null),
            Read::map($data['route'] ?? null) ?? [],
        );
    }
}
