<?php

declare(strict_types=1);

namespace Jokko\Internal;

use Jokko\Exception\InvalidCall;

/**
 * Holds a key or a secret outside of the object, so that no dump, export or cast of the client shows it.
 *
 * @internal
 */
final class Secret
{
    /** @var \WeakMap<self, string>|null */
    private static ?\WeakMap $texts = null;

    public function __construct(#[\SensitiveParameter] string $text)
    {
        self::$texts ??= new \WeakMap();
        self::$texts[$this] = $text;
    }

    /** @param string $name of the option, for the exception */
    public static function of(string $name, #[\SensitiveParameter] mixed $text): ?self
    {
        if ($text === null || $text === '') {
            return null;
        }
        if (!\is_string($text)) {
            throw new InvalidCall("$name must be text.");
        }
        if (preg_match('/[\x00-\x1f\x7f]/', $text) === 1) {
            throw new InvalidCall("$name holds a line end or another control character.");
        }

        return new self($text);
    }

    /** @return list<self> */
    public static function listOf(string $name, #[\SensitiveParameter] array $texts): array
    {
        // The trace of array_map() would show the texts.
        $secrets = [];
        foreach ($texts as $text) {
            $secrets[] = self::of($name, $text);
        }

        return array_values(array_filter($secrets));
    }

    public function reveal(): string
    {
        return self::$texts[$this];
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('A Jokko client holds secrets and cannot be serialized: make a new one.');
    }

    private function __clone()
    {
    }
}
