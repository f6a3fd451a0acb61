<?php

declare(strict_types=1);

namespace Jokko\Tests;

use Jokko\Exception\InvalidCall;
use Jokko\Exception\JokkoException;
use Jokko\Jokko;
use PHPUnit\Framework\TestCase;

final class SecretsTest extends TestCase
{
    private const OPTIONS = [
        'key' => 'jk_test_1_hidden',
        'webhookSecret' => 'whsec_hidden',
        'hmacSecret' => 'hmac_hidden',
        'smsKey' => 'js_test_hidden',
        'retries' => 0,
    ];

    private static function client(): Jokko
    {
        return new Jokko(...['url' => 'http://127.0.0.1:1', ...self::OPTIONS]);
    }

    private static function inside(Jokko $client): string
    {
        ob_start();
        var_dump($client);
        $text = (string) ob_get_clean();
        $parts = (array) $client;

        return $text . print_r($client, true) . json_encode($client) . print_r($parts, true) . var_export($parts, true);
    }

    public function testNoDumpShowsThem(): void
    {
        $text = self::inside(self::client());
        self::assertStringContainsString('Transport', $text, 'the inside was dumped');
        self::assertStringNotContainsString('hidden', $text);
        self::assertStringNotContainsString('hidden', print_r(self::client(), true));
    }

    public function testAClientIsNotSerialized(): void
    {
        $this->expectException(\LogicException::class);
        serialize(self::client());
    }

    public function testControlCharactersAndOtherTypesAreRefused(): void
    {
        $changes = [];
        foreach (["a\nb", "a\r\nX-Other: 1", "a\0b", "a\x7fb"] as $text) {
            array_push($changes, ['key' => $text], ['hmacSecret' => $text], ['smsKey' => $text], ['webhookSecret' => $text]);
            $changes[] = ['webhookSecret' => ['whsec_hidden', $text]];
        }
        array_push($changes, ['hmacSecret' => "a\n"], ['webhookSecret' => [7]], ['webhookSecret' => [[]]]);
        foreach ($changes as $change) {
            try {
                new Jokko(...['url' => 'http://127.0.0.1:1', ...self::OPTIONS, ...$change]);
                self::fail('nothing was thrown for ' . json_encode($change));
            } catch (InvalidCall $error) {
                self::assertStringContainsString((string) key($change), $error->getMessage());
            }
        }
    }

    public function testNoExceptionShowsThem(): void
    {
        $card = ['number' => '5555555555554444', 'expireMonth' => '09', 'expireYear' => '39', 'cvc' => '920', 'type' => 'X'];
        $calls = [
            static fn () => new Jokko(...['url' => '', ...self::OPTIONS]),
            static fn () => new Jokko(...[...self::OPTIONS, 'url' => 'http://127.0.0.1:1', 'webhookSecret' => ['whsec_hidden', 7]]),
            static fn () => new Jokko(...[...self::OPTIONS, 'url' => 'http://127.0.0.1:1', 'webhookSecret' => ['whsec_hidden', ['hidden']]]),
            static fn () => new Jokko(...[...self::OPTIONS, 'url' => 'http://127.0.0.1:1', 'webhookSecret' => ["whsec_hidden\n"]]),
            static fn () => new Jokko(...[...self::OPTIONS, 'url' => 'http://127.0.0.1:1', 'key' => "hidden\nhidden"]),
            static fn () => self::client()->balance(),
            static fn () => self::client()->sms->send('S-1', 'SHOP', 'Bonjour', []),
            static fn () => self::client()->callbacks->verify('', []),
            static fn () => self::client()->card('C-1', '+221770000001', 5, $card, ['firstName' => 'A', 'lastName' => 'B'], []),
            static fn () => self::client()->card('C-1', '+221770000001', 5.5, $card, [], []),
            static fn () => self::client()->card('C-1', '+221770000001', 5, $card, ['firstName' => "\xff", 'lastName' => 'B'], []),
        ];
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('nothing was thrown');
            } catch (JokkoException $error) {
                // The rest of the trace is that of the test runner.
                $frames = array_filter(
                    $error->getTrace(),
                    static fn (array $frame): bool => str_starts_with($frame['class'] ?? '', 'Jokko\\'),
                );
                $text = $error->getMessage() . print_r(array_column($frames, 'args', 'function'), true);
                self::assertNotEmpty(array_filter(array_column($frames, 'args')), 'the trace has arguments');
                self::assertStringNotContainsString('hidden', $text);
                self::assertStringNotContainsString('5555555555554444', $text);
            }
        }
    }
}
