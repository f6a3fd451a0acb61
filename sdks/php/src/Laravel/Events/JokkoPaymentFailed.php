<?php

declare(strict_types=1);

namespace Jokko\Laravel\Events;

use Jokko\Callback;

/** The payment of a verified callback has failed. It comes once more where a delivery is repeated. */
final class JokkoPaymentFailed
{
    public function __construct(public readonly Callback $callback)
    {
    }
}
