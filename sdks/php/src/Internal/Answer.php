<?php

declare(strict_types=1);

namespace Jokko\Internal;

/**
 * What one attempt brought. Only what the gateway itself says counts as a refusal: what a proxy answers in its
 * place does not tell whether the request was executed.
 *
 * @internal
 */
final class Answer
{
    private const DONE = 2000;
    private const SMS_ACCEPTED = 201;
    private const REFUSED = 4000;
    private const INTERNAL = 5000;
    private const TOO_MANY = 4029;
    private const WAITS_AT_MOST_SECONDS = 10;
    private const BLIND = [4001, 4003, self::TOO_MANY, self::INTERNAL];

    /** @var array<mixed>|null null where there was none */
    public readonly ?array $json;
    /** Code of a refusal, or null. */
    public readonly ?int $refusal;
    public readonly bool $isDone;
    private readonly bool $isRedirect;
    /** Why there is no answer, where there is none. */
    public readonly string $reason;

    /** @param array<string, string> $headers with names in lower case */
    public function __construct(
        Request $request,
        public readonly array $headers,
        int $httpStatus,
        string $text,
        ?string $failure,
        /** Whether anything may have been sent. */
        public readonly bool $wasSent,
    ) {
        $object = $failure === null ? json_decode($text) : null;
        $json = $object instanceof \stdClass ? json_decode($text, true) : null;
        $this->json = \is_array($json) ? $json : null;
        $isMoved = $failure === null && $httpStatus >= 300 && $httpStatus < 400;
        $says = $this->json === null || $isMoved ? null : self::verdict($request, $this->json);
        $isOwn = $httpStatus < 500 || $says === self::INTERNAL;
        $this->isDone = $says === 0 && $isOwn;
        $this->refusal = $isOwn && $says !== 0 ? $says : null;
        $this->isRedirect = $isMoved && isset($headers['location']);
        $this->reason = $this->isRedirect
            ? "HTTP $httpStatus to {$headers['location']}: give that address as url"
            : $failure ?? "HTTP $httpStatus" . ($this->json === null ? ' without JSON' : '');
    }

    /** 0 for done, the code of a refusal, or null for what is no answer of the gateway. */
    private static function verdict(Request $request, array $json): ?int
    {
        $code = \is_int($json['code'] ?? null) ? $json['code'] : null;
        $treatment = $json['statutTreatment'] ?? null;
        if (\is_string($treatment) && $code !== self::INTERNAL) {
            if ($treatment === 'SUCCESS' || $treatment === 'PENDING') {
                return 0;
            }

            return $code === null || $code === self::DONE ? self::REFUSED : $code;
        }
        if ($code === null) {
            return $request->path === Request::SERVICES && ($json['success'] ?? null) === true ? 0 : null;
        }

        return $code === ($request->isSms ? self::SMS_ACCEPTED : self::DONE) ? 0 : $code;
    }

    /**
     * A refusal that is decided before the gateway looks for the id does not tell what became of an earlier attempt.
     */
    public function isDecidedBefore(Request $request): bool
    {
        return $request->isSms || \in_array($this->refusal, self::BLIND, true);
    }

    /** Milliseconds to wait before the next attempt; null where another one would be wrong. */
    public function waitMs(Request $request, int $delayMs): ?int
    {
        $retryAfter = Read::retryAfter($this->headers);
        if ($this->refusal === self::TOO_MANY) {
            return $retryAfter !== null && $retryAfter <= self::WAITS_AT_MOST_SECONDS ? 1_000 * $retryAfter : null;
        }
        $isLost = $this->refusal === null;
        if (!$isLost && $this->refusal !== self::INTERNAL) {
            return null;
        }

        return $this->isRedirect || ($isLost && $this->wasSent && !$request->repeatable) ? null : $delayMs;
    }
}
