<?php

declare(strict_types=1);

namespace Jokko;

/** Messages that were accepted. */
final class SmsBatch
{
    /** @internal */
    public function __construct(
        /** For later queries. */
        public readonly string $batchId,
        public readonly string $message,
    ) {
    }
}
