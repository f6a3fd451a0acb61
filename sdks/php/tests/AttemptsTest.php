<?php

declare(strict_types=1);

namespace Jokko\Tests;

use Jokko\Exception\InvalidCall;
use Jokko\Exception\OutcomeUnknown;
use Jokko\Exception\Refused;
use Jokko\Jokko;
use PHPUnit\Framework\TestCase;

final class AttemptsTest extends TestCase
{
    /** @return iterable<string, array{mixed}> */
    public static function answersThatAreNone(): iterable
    {
        yield 'a lost connection' => ['lost'];
        yield 'a page of a proxy' => [['status' => 502, 'body' => '<html>Bad gateway</html>']];
        yield 'an empty body' => [['status' => 200, 'body' => '']];
        yield 'JSON of a proxy' => [Gateway::json(['code' => 503, 'message' => 'upstream'], 503)];
        yield 'JSON without a code' => [Gateway::json(['message' => 'hello'])];
        yield 'success of something else' => [Gateway::json(['success' => true])];
        yield 'a list' => [['status' => 200, 'body' => '[]']];
        yield 'an internal error' => [Gateway::refused(5000)];
    }

    /** @dataProvider answersThatAreNone */
    public function testRepeatsTheSameBytesAfter(mixed $step): void
    {
        $gateway = new Gateway([$step, Gateway::accepted()]);
        $payment = $gateway->collect();
        self::assertSame('1396639104231', $payment->transactionId);
        [$first, $second] = $gateway->received();
        self::assertSame($first['body'], $second['body']);
        self::assertSame(Gateway::KEY, $second['headers']['secretkey']);
        self::assertStringContainsString('"note":"é/ü"', $first['body']);
        self::assertStringNotContainsString(Gateway::KEY, $first['body']);
        self::assertMatchesRegularExpression('~^jokko-php/\d+\.\d+\.\d+ php/\d+\.\d+\.\d+$~', $first['headers']['user-agent']);
    }

    public function testAnOutcomeThatNobodyKnowsIsNoFailure(): void
    {
        $gateway = new Gateway(['lost', 'lost', 'lost']);
        try {
            $gateway->collect();
            self::fail('nothing was thrown');
        } catch (OutcomeUnknown $unknown) {
            self::assertSame(['ORDER-1', 3], [$unknown->id, $unknown->attempts]);
            self::assertStringContainsString('call again with the same id', $unknown->getMessage());
            self::assertNotSame('', $unknown->reason);
        }
        self::assertCount(3, $gateway->received());
    }

    public function testARedirectIsNeitherFollowedNorTriedAgain(): void
    {
        $address = 'https://pay.example/api-services/operation';
        $gateway = new Gateway([['status' => 301, 'body' => '{"code":2000}', 'headers' => ['Location' => $address]]]);
        try {
            $gateway->collect();
            self::fail('nothing was thrown');
        } catch (OutcomeUnknown $unknown) {
            self::assertSame([1, "HTTP 301 to $address: give that address as url"], [$unknown->attempts, $unknown->reason]);
        }
    }

    public function testATimeOutIsALostAnswer(): void
    {
        $gateway = new Gateway(['silent', Gateway::accepted()], ['timeoutMs' => 150]);
        self::assertTrue(!$gateway->collect()->isFinal);
        self::assertCount(2, $gateway->received());
    }

    public function testNobodyListens(): void
    {
        $client = new Jokko(url: 'http://127.0.0.1:1', key: 'k', retries: 1, firstDelayMs: 1);
        $this->expectException(OutcomeUnknown::class);
        $client->balance();
    }

    public function testTheLastRefusalIsThrown(): void
    {
        $gateway = new Gateway([Gateway::refused(5000), Gateway::refused(5000), Gateway::refused(5000)]);
        try {
            $gateway->collect();
            self::fail('nothing was thrown');
        } catch (Refused $refused) {
            self::assertSame([5000, true], [$refused->getCode(), $refused->retryable]);
        }
    }

    public function testWaitsAsLongAsItIsToldIfThatIsShort(): void
    {
        $busy = Gateway::refused(4029, [], ['Retry-After' => '1']);
        $gateway = new Gateway([$busy, Gateway::accepted()]);
        $begun = microtime(true);
        $gateway->collect();
        self::assertGreaterThanOrEqual(1.0, microtime(true) - $begun);
    }

    public function testDoesNotWaitLong(): void
    {
        $gateway = new Gateway([Gateway::refused(4029, [], ['Retry-After' => '11'])]);
        try {
            $gateway->collect();
            self::fail('nothing was thrown');
        } catch (Refused $refused) {
            self::assertSame([4029, 11, true], [$refused->getCode(), $refused->retryAfterSeconds, $refused->retryable]);
        }
    }

    public function testARefusalIsNotRepeated(): void
    {
        $gateway = new Gateway([Gateway::refused(4022), Gateway::accepted()]);
        $this->expectException(Refused::class);
        try {
            $gateway->collect();
        } finally {
            self::assertCount(1, $gateway->received());
        }
    }

    public function testAClaimIsNotOpenedTwice(): void
    {
        $gateway = new Gateway(['lost', Gateway::json(['code' => 2000, 'data' => []])]);
        try {
            $gateway->client->claims->open('1396639104231', 'subject', 'message');
            self::fail('nothing was thrown');
        } catch (OutcomeUnknown $unknown) {
            self::assertSame(1, $unknown->attempts);
        }
    }

    public function testSignsEachAttemptAnew(): void
    {
        $steps = ['lost', Gateway::accepted(), Gateway::json(['code' => 2000, 'data' => ['balance' => 1]])];
        $gateway = new Gateway($steps, ['hmacSecret' => 'the secret', 'firstDelayMs' => 20]);
        $gateway->collect();
        $gateway->client->balance();
        $received = $gateway->received();
        foreach ($received as ['request' => $request, 'headers' => $headers, 'body' => $body]) {
            $signed = explode(' ', $request)[0] . ":{$headers['timestamp']}:$body";
            self::assertSame(hash_hmac('sha256', $signed, 'the secret'), $headers['hmac-signature']);
        }
        self::assertNotSame($received[0]['headers']['timestamp'], $received[1]['headers']['timestamp']);
    }

    public function testEventsComePageByPage(): void
    {
        $page = static fn (array $cursors, bool $more): array => Gateway::json(['code' => 2000, 'data' => [
            'events' => array_map(static fn (string $cursor): array => ['cursor' => $cursor], $cursors),
            'next' => end($cursors),
            'more' => $more,
        ]]);
        $gateway = new Gateway([$page(['a', 'b'], true), $page(['c'], false)]);
        $events = iterator_to_array($gateway->client->events(limit: 2), false);
        self::assertSame(['a', 'b', 'c'], array_column($events, 'cursor'));
        self::assertSame(
            ['GET /events?limit=2 HTTP/1.1', 'GET /events?after=b&limit=2 HTTP/1.1'],
            array_column($gateway->received(), 'request'),
        );
    }

    public function testSmsHasItsIdAndItsOwnKey(): void
    {
        $accepted = Gateway::json(['code' => 201, 'error' => false, 'msg' => '1 message', 'data' => []], 200, ['X-Batch-Id' => '77']);
        $gateway = new Gateway(['lost', $accepted], ['smsKey' => 'js_1', 'hmacSecret' => 'x']);
        $batch = $gateway->client->sms->send(id: 'SMS-1', sender: 'SHOP', text: 'Bonjour', to: '+221770000001');
        self::assertSame(['77', '1 message'], [$batch->batchId, $batch->message]);
        $received = $gateway->received();
        self::assertSame(['SMS-1', 'SMS-1'], array_column(array_column($received, 'headers'), 'idempotency-key'));
        self::assertSame(['+221770000001'], json_decode($received[1]['body'], true)['msisdn']);
        self::assertArrayNotHasKey('secretkey', $received[0]['headers']);
        $this->expectException(InvalidCall::class);
        (new Jokko(url: 'http://127.0.0.1:1', key: 'k'))->sms->send('SMS-1', 'SHOP', 'Bonjour', '+221770000001');
    }

    public function testWaitsUntilTheStatusIsFinal(): void
    {
        $status = static fn (string $status): array => Gateway::json(['code' => 2000, 'data' => [
            'transactionId' => 1_396_639_104_231,
            'externalTransactionId' => 'ORDER-1',
            'status' => $status,
            'errorType' => $status === 'FAILLED' ? ['code' => 'payment-timeout', 'message' => 'too late'] : null,
        ]]);
        $gateway = new Gateway([Gateway::refused(4029, [], ['Retry-After' => '1']), $status('FAILLED')], ['retries' => 0]);
        $failed = $gateway->client->waitFor('ORDER-1', 3);
        self::assertSame(['1396639104231', true, false, true], [
            $failed->transactionId,
            $failed->isFinal,
            $failed->succeeded,
            $failed->failed,
        ]);
        self::assertSame('payment-timeout', $failed->error['code'] ?? null);
        $gateway = new Gateway([$status('PENDING')]);
        $begun = microtime(true);
        self::assertFalse($gateway->client->waitFor('ORDER-1', 0.3)->isFinal);
        self::assertGreaterThanOrEqual(0.3, microtime(true) - $begun);
        self::assertCount(1, $gateway->received());
    }
}
