<?php

declare(strict_types=1);

namespace Jokko\Exception;

use Jokko\Internal\Read;
use Jokko\Payment;

/**
 * The gateway refused the request. `getCode()` is the code of the answer (400 for SMS), `getMessage()` its `msg`.
 */
class Refused extends \RuntimeException implements JokkoException
{
    /** `errorType.code` of the answer. */
    public readonly ?string $reason;
    /** `errorType.id` of the answer. */
    public readonly ?int $errorId;
    /** @var list<array{field: string, message: string, suggestion?: string}> */
    public readonly array $fields;
    public readonly ?string $requestId;
    public readonly ?int $retryAfterSeconds;
    public readonly bool $retryable;
    /** What to do, by code. */
    public readonly string $advice;
    /** The failed payment, where one was made (code 4000). */
    public readonly ?Payment $payment;

    /**
     * @internal
     *
     * @param array<mixed> $answer
     * @param array<string, string> $headers with names in lower case
     */
    final public function __construct(int $code, array $answer, array $headers, string $advice)
    {
        parent::__construct(Read::text($answer['msg'] ?? $answer['message'] ?? ''), $code);
        $data = \is_array($answer['data'] ?? null) ? $answer['data'] : [];
        $reason = $data['errorType']['code'] ?? null;
        $errorId = $data['errorType']['id'] ?? null;
        $this->reason = \is_string($reason) ? $reason : null;
        $this->errorId = \is_int($errorId) ? $errorId : null;
        $this->fields = $code === 400 ? self::fieldsOfSms($data) : Read::list($answer['errors'] ?? null);
        $this->requestId = $headers['x-request-id'] ?? null;
        $this->retryAfterSeconds = Read::retryAfter($headers);
        $this->retryable = $code === 5000 || $code === 4029;
        $this->advice = $advice;
        $this->payment = $code === 4000 && Read::isTransaction($data) ? Payment::from($data) : null;
    }

    /**
     * @param array<mixed> $data
     *
     * @return list<array{field: string, message: string}>
     */
    private static function fieldsOfSms(array $data): array
    {
        $fields = [];
        foreach ($data as $field => $message) {
            $fields[] = ['field' => (string) $field, 'message' => Read::text($message)];
        }

        return $fields;
    }
}
