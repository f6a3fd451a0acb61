<?php

// Uses one client before and after a fork, and writes the balance that each process was answered.

declare(strict_types=1);

use Jokko\Jokko;

require __DIR__ . '/../autoload.php';

$client = new Jokko(url: "http://$argv[1]", key: 'k', retries: 0);
echo "parent {$client->balance()['balance']}\n";
$child = pcntl_fork();
if ($child === 0) {
    echo "child {$client->balance()['balance']}\n";
    echo "child {$client->balance()['balance']}\n";
    exit(0);
}
pcntl_waitpid($child, $status);
echo "parent {$client->balance()['balance']}\n";
exit(pcntl_wexitstatus($status));
