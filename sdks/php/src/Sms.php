<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Exception\InvalidCall;
use Jokko\Internal\Operations;
use Jokko\Internal\Read;
use Jokko\Internal\Request;
use Jokko\Internal\Secret;
use Jokko\Internal\Transport;

/** Text messages; they need the client's smsKey. */
final class Sms
{
    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly ?Secret $key)
    {
    }

    /**
     * @param string|list<string> $to numbers with + and the country code
     * @param string|null $scheduleAt ISO 8601 with an offset
     */
    public function send(
        string|int|bool|null $id,
        string $sender,
        string $text,
        string|array $to,
        ?string $scheduleAt = null,
        ?string $callbackUrl = null,
    ): SmsBatch {
        if ($this->key === null) {
            throw new InvalidCall('smsKey is missing: give the application key of the SMS API to the constructor.');
        }
        $answer = $this->transport->send(Request::sms([
            'app_key' => $this->key->reveal(),
            'sender' => $sender,
            'content' => $text,
            'msisdn' => array_values((array) $to),
            'scheduleAt' => $scheduleAt,
            'callbackUrl' => $callbackUrl,
        ], Operations::id($id)));

        return new SmsBatch($answer->headers['x-batch-id'] ?? '', Read::text($answer->json['msg'] ?? null));
    }
}
