<?php

declare(strict_types=1);

namespace Jokko;

/** A bill that can be paid. */
final class Bill
{
    /** @internal */
    public function __construct(
        public readonly int|float $amount,
        /** To be given to bills->pay(). */
        public readonly string $reference,
        /** @var list<array{label: string, value: string}> */
        public readonly array $infos,
    ) {
    }
}
