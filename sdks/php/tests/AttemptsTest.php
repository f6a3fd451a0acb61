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
        foreach ([0, 1, 200, 400, 403, 429, 2001, 4002, 4444, '2000', 2000.0, true] as $code) {
            yield 'the code ' . var_export($code, true) => [Gateway::refused(0, ['code' => $code])];
        }
        $done = ['code' => 2000, 'error' => false];
        foreach ([null, new \stdClass(), [], [[]], 'x', 7, true] as $data) {
            yield 'the data ' . json_encode($data) => [Gateway::json([...$done, 'data' => $data])];
        }
        yield 'no data' => [Gateway::json($done)];
        foreach (['externalTransactionId', 'transactionId', 'status'] as $member) {
            foreach ([null, '', true, 1.5, ['x']] as $value) {
                yield "the $member " . json_encode($value) => [Gateway::accepted([$member => $value])];
            }
        }
        yield 'another transaction' => [Gateway::accepted(['externalTransactionId' => 'ORDER-2'])];
        $another = ['transactionId' => '1', 'externalTransactionId' => 'ORDER-2', 'status' => 'FAILLED'];
        yield 'the failure of another transaction' => [Gateway::refused(4000, ['data' => $another])];
        yield 'the treatment of a refund' => [Gateway::json(['message' => 'done', 'statutTreatment' => 'SUCCESS'])];
        yield 'a refund that failed' => [Gateway::json(['message' => 'no', 'statutTreatment' => 'FAILLED'])];
        yield 'a redirect without an address' => [['status' => 300, 'body' => Gateway::accepted()['body']]];
        yield 'a refusal with a status of redirects' => [['status' => 304] + Gateway::refused(4000)];
        yield 'more than 16 MiB' => [['spaces' => 16 * 1024 * 1024] + Gateway::accepted()];
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

    public function testTheLongestAnswerIsRead(): void
    {
        $answer = Gateway::accepted();
        $gateway = new Gateway(
            [['spaces' => 16 * 1024 * 1024 - \strlen($answer['body'])] + $answer],
            ['timeoutMs' => 60_000],
        );
        self::assertSame('PENDING', $gateway->collect()->status);
        self::assertCount(1, $gateway->received());
    }

    public function testAnAnswerThatIsNoneToTheEndIsAnUnknownOutcome(): void
    {
        $another = Gateway::accepted(['externalTransactionId' => 'ORDER-2', 'status' => 'SUCCESS']);
        $calls = [
            static fn (Gateway $gateway) => $gateway->collect(),
            static fn (Gateway $gateway) => $gateway->client->status('ORDER-1'),
        ];
        foreach ($calls as $call) {
            $gateway = new Gateway([$another, $another, $another]);
            try {
                $call($gateway);
                self::fail('nothing was thrown');
            } catch (OutcomeUnknown $unknown) {
                self::assertSame(['ORDER-1', 3], [$unknown->id, $unknown->attempts]);
            }
        }
    }

    public function testOnlyARefusalOfTheOperationItselfTellsOfALostAttempt(): void
    {
        foreach ([4001, 4003, 4004, 4022] as $code) {
            $gateway = new Gateway(['lost', Gateway::refused($code)]);
            try {
                $gateway->collect();
                self::fail('nothing was thrown');
            } catch (OutcomeUnknown $unknown) {
                self::assertSame(2, $unknown->attempts, (string) $code);
            }
        }
        foreach ([4000, 4009] as $code) {
            $gateway = new Gateway(['lost', Gateway::refused($code)]);
            try {
                $gateway->collect();
                self::fail('nothing was thrown');
            } catch (Refused $refused) {
                self::assertSame($code, $refused->getCode());
            }
        }
    }

    public function testALostRefundMayBeWhyTheNextOneFails(): void
    {
        $failed = ['message' => 'already refunded', 'statutTreatment' => 'FAILLED'];
        foreach ([$failed, ['code' => 4000] + $failed, ['code' => 4009] + $failed] as $answer) {
            $gateway = new Gateway(['lost', Gateway::json($answer)]);
            try {
                $gateway->client->refund('1396639104231');
                self::fail('nothing was thrown');
            } catch (OutcomeUnknown $unknown) {
                self::assertSame(2, $unknown->attempts);
            }
        }
    }

    public function testARefundHasATreatmentAndServicesHaveASuccess(): void
    {
        $done = Gateway::json(['message' => 'done', 'statutTreatment' => 'SUCCESS']);
        foreach ([['code' => 2000], ['code' => 2000, 'statutTreatment' => 'DONE'], ['success' => true]] as $answer) {
            $gateway = new Gateway([Gateway::json($answer), $done]);
            self::assertSame('SUCCESS', $gateway->client->refund('1')->status);
        }
        $services = Gateway::json(['success' => true, 'services' => [['codeService' => 'A']]]);
        foreach ([['code' => 2000], ['success' => false], ['statutTreatment' => 'SUCCESS']] as $answer) {
            $gateway = new Gateway([Gateway::json($answer), $services]);
            self::assertCount(1, $gateway->client->services());
        }
    }

    public function testAnUnknownStatusIsNotFinal(): void
    {
        $finals = ['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED'];
        $statuses = [...$finals, 'PENDING', 'PROCESSING', 'FAILED', 'success', 'REVERSED'];
        $answers = array_map(static fn (string $status): array => Gateway::accepted(['status' => $status]), $statuses);
        $gateway = new Gateway([...$answers, ...$answers]);
        foreach ($statuses as $status) {
            self::assertSame(\in_array($status, $finals, true), $gateway->collect()->isFinal, $status);
        }
        foreach ($statuses as $status) {
            $isFinal = $gateway->client->status('ORDER-1')->isFinal;
            self::assertSame(\in_array($status, $finals, true), $isFinal, $status);
        }
    }

    /** @requires extension pcntl */
    public function testAForkedProcessHasAConnectionOfItsOwn(): void
    {
        $server = proc_open([PHP_BINARY, __DIR__ . '/keep-alive.php'], [1 => ['pipe', 'w']], $pipes);
        $address = trim((string) fgets($pipes[1]));
        try {
            exec(escapeshellarg(PHP_BINARY) . ' ' . escapeshellarg(__DIR__ . '/fork.php') . " $address", $lines, $code);
        } finally {
            proc_terminate($server);
            proc_close($server);
        }
        self::assertSame([0, ['parent 1', 'child 2', 'child 2', 'parent 1']], [$code, $lines]);
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
