<?php

declare(strict_types=1);

namespace Jokko;

/** What became of a refund or a cancellation. */
final class Refund
{
    /** @internal */
    public function __construct(
        /** SUCCESS, or PENDING while the outcome is not known yet. */
        public readonly string $status,
        public readonly string $message,
    ) {
    }
}
