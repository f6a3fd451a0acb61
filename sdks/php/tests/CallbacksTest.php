<?php

declare(strict_types=1);

namespace Jokko\Tests;

use Jokko\Callback;
use Jokko\Exception\CallbackError;
use Jokko\Exception\InvalidCall;
use Jokko\Jokko;
use PHPUnit\Framework\TestCase;

final class CallbacksTest extends TestCase
{
    public const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    private const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    public const BODY = '{"msg":"payé","status":"SUCCESS","transaction":{"phone":"770000001","amount":1350,"codeService":'
        . '"OPC_SN_API_CASH_OUT","commission":13.5,"transactionId":"1396639104231","externalTransactionId":"ORDER-1",'
        . '"errorType":null,"data":{"order":7}}}';
    private const NOW = 1_790_425_317;

    /** @return array<string, string> */
    public static function headers(string $body = self::BODY, string $secret = self::SECRET, int $at = self::NOW): array
    {
        $key = base64_decode(substr($secret, 6));

        return [
            'webhook-id' => 'cb_1',
            'webhook-timestamp' => (string) $at,
            'webhook-signature' => 'v1,' . base64_encode(hash_hmac('sha256', "cb_1.$at.$body", $key, true)),
        ];
    }

    private function verify(string $body, array $headers, string|array|null $secret = self::SECRET): Callback
    {
        $jokko = new Jokko(url: 'http://127.0.0.1:1', key: 'k', webhookSecret: $secret);

        return $jokko->callbacks->verify($body, $headers, self::NOW);
    }

    public function testReadsAGenuineOne(): void
    {
        $callback = $this->verify(self::BODY, self::headers());
        self::assertSame(
            ['ORDER-1', 'cb_1', '1396639104231', 'SUCCESS', true, 1350, 13.5, ['order' => 7], null, null, 'payé'],
            [
                $callback->id,
                $callback->webhookId,
                $callback->transactionId,
                $callback->status,
                $callback->succeeded,
                $callback->amount,
                $callback->commission,
                $callback->metadata,
                $callback->error,
                $callback->voucher,
                $callback->body['msg'],
            ],
        );
    }

    /** @return iterable<string, array{string}> */
    public static function bodies(): iterable
    {
        yield 'escaped slashes' => ['{"status":"SUCCESS","transaction":{"externalTransactionId":"a\/b"}}', 'a/b'];
        yield 'escaped letters' => ['{"status":"SUCCESS","transaction":{"externalTransactionId":"\u00e9"}}', 'é'];
        yield 'spaces and lines' => ["{\n  \"status\": \"SUCCESS\",\n  \"transaction\": {\n    \"externalTransactionId\": \"a\"\n  }\n}\n", 'a'];
        yield 'unknown members' => ['{"x":[{}],"status":"FAILLED","transaction":{"externalTransactionId":"a","errorType":"?","data":7}}', 'a'];
    }

    /** @dataProvider bodies */
    public function testTakesTheBytesAsTheyAre(string $body, string $id): void
    {
        self::assertSame($id, $this->verify($body, self::headers($body))->id);
    }

    public function testTakesHeadersAsFrameworksGiveThem(): void
    {
        $lists = array_map(static fn (string $value): array => [$value], self::headers());
        self::assertSame('ORDER-1', $this->verify(self::BODY, array_change_key_case($lists, CASE_UPPER))->id);
    }

    public function testOneOfSeveralSignaturesAndSecretsIsEnough(): void
    {
        $headers = self::headers();
        $other = self::headers(secret: self::OTHER)['webhook-signature'];
        $headers['webhook-signature'] = "v1a,xxxx $other {$headers['webhook-signature']}";
        self::assertSame('ORDER-1', $this->verify(self::BODY, $headers)->id);
        self::assertSame('ORDER-1', $this->verify(self::BODY, self::headers(), ['', self::OTHER, self::SECRET])->id);
    }

    /** @return iterable<string, array{string, string, array<string, string>}> */
    public static function forgeries(): iterable
    {
        foreach (array_keys(self::headers()) as $name) {
            yield "no $name" => ['missingHeader', self::BODY, array_diff_key(self::headers(), [$name => 1])];
            yield "an empty $name" => ['missingHeader', self::BODY, [$name => ' '] + self::headers()];
        }
        yield 'old' => ['tooOld', self::BODY, self::headers(at: self::NOW - 301)];
        yield 'of the future' => ['tooOld', self::BODY, self::headers(at: self::NOW + 301)];
        foreach (['1e9', '-1', '1790425317.5', '1790425317000', '١٧٩٠٤٢٥٣١٧'] as $time) {
            yield "the time $time" => ['tooOld', self::BODY, ['webhook-timestamp' => $time] + self::headers()];
        }
        yield 'of another secret' => ['signature', self::BODY, self::headers(secret: self::OTHER)];
        yield 'changed' => ['signature', str_replace('1350', '9350', self::BODY), self::headers()];
        yield 'of another id' => ['signature', self::BODY, ['webhook-id' => 'cb_2'] + self::headers()];
        yield 'without the scheme' => ['signature', self::BODY, ['webhook-signature' => 'v1'] + self::headers()];
        yield 'no base64' => ['signature', self::BODY, ['webhook-signature' => 'v1,é'] + self::headers()];
        foreach (['', ',"status":"PAID"', ',"status":7', ',"status":null', ',"status":""'] as $status) {
            $body = "{\"transaction\":{\"externalTransactionId\":\"a\"}$status}";
            yield "the body $body" => ['notJson', $body, self::headers($body)];
        }
        foreach (['', 'null', '[]', '{}', '{"transaction":[]}', '{"transaction":null}', '{"transaction":"x"}', '{"transaction":{}}', '"x"', '7', self::BODY . 'x', "\u{FEFF}" . self::BODY] as $body) {
            yield "the body $body" => ['notJson', $body, self::headers($body)];
        }
        yield 'no JSON, forged' => ['signature', 'x', self::headers()];
        yield 'old and forged' => ['tooOld', 'x', self::headers(at: self::NOW - 301)];
    }

    /** @dataProvider forgeries */
    public function testRefusesWhatIs(string $problem, string $body, array $headers): void
    {
        try {
            $this->verify($body, $headers);
            self::fail('nothing was thrown');
        } catch (CallbackError $error) {
            self::assertSame($problem, $error->problem);
        }
    }

    public function testTheLimitsThemselvesAreAllowed(): void
    {
        foreach ([-300, 300] as $seconds) {
            self::assertSame('ORDER-1', $this->verify(self::BODY, self::headers(at: self::NOW + $seconds))->id);
        }
    }

    public function testASecretIsNeeded(): void
    {
        foreach ([null, '', [], ['', ''], 'whsec_', 'jk_test_1_?', [self::SECRET, 'whsec_?'], [7], ["a\n"]] as $secret) {
            try {
                $this->verify(self::BODY, self::headers(), $secret);
                self::fail('nothing was thrown');
            } catch (InvalidCall $error) {
                self::assertStringContainsString('webhookSecret', $error->getMessage());
            }
        }
    }
}
