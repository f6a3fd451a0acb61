<?php

declare(strict_types=1);

namespace Jokko\Exception;

/** A callback that is not genuine, or not readable. Answer it with HTTP 400. */
final class CallbackError extends \RuntimeException implements JokkoException
{
    public const MISSING_HEADER = 'missingHeader';
    public const TOO_OLD = 'tooOld';
    public const SIGNATURE = 'signature';
    public const NOT_JSON = 'notJson';

    /** @param self::* $problem */
    public function __construct(public readonly string $problem, string $message)
    {
        parent::__construct($message);
    }
}
