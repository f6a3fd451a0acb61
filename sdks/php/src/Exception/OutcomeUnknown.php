<?php

declare(strict_types=1);

namespace Jokko\Exception;

/**
 * No attempt got an answer. The request may have been executed: this never means that a payment failed.
 */
final class OutcomeUnknown extends \RuntimeException implements JokkoException
{
    public function __construct(
        public readonly ?string $id,
        public readonly int $attempts,
        public readonly string $reason,
    ) {
        $tried = $attempts === 1 ? '1 attempt' : "$attempts attempts";
        parent::__construct($id === null
            ? "The gateway gave no answer in $tried ($reason). Call again later."
            : "The outcome of $id is not known after $tried ($reason). It may have been executed: call again"
                . ' with the same id, ask status(), or wait for the callback.');
    }
}
