<?php
// PHP 7.1 or newer, no packages.
function isGenuine(string $id, string $timestamp, string $signatures, string $body, string $signingKey): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) >= 300) {
        return false;
    }
    $key = base64_decode(substr($signingKey, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

// To try it as a program: headers from the environment, the body from standard input. In a web server the
// headers are $_SERVER['HTTP_WEBHOOK_ID'] and so on, and the body is file_get_contents('php://input').
if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    $headers = [getenv('WEBHOOK_ID'), getenv('WEBHOOK_TIMESTAMP'), getenv('WEBHOOK_SIGNATURE')];
    $body = stream_get_contents(STDIN);
    [$id, $timestamp, $signatures] = $headers;
    echo isGenuine($id, $timestamp, $signatures, $body, getenv('SIGNING_KEY')) ? "genuine\n" : "forged\n";
}
