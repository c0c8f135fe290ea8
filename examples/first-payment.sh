#!/bin/sh
# Authorizes 10.00, captures 6.00, refunds 1.00 and shows the order.
set -eu
gateway=${GATEWAY:-http://127.0.0.1:8080}
order=order-$(od -An -N6 -tx1 /dev/urandom | tr -d ' \n')
address=$gateway/api/rest/version/100/merchant/TESTMERCHANT/order/$order

# put <transaction> <body>: sends one transaction and prints its outcome.
put() {
  answer=$(curl -sS -X PUT "$address/transaction/$1" \
    -u merchant.TESTMERCHANT:0123456789abcdef0123456789abcdef \
    -H 'Content-Type: application/json' -d "$2")
  printf '%s: ' "$1"
  printf '%s\n' "$answer" | sed 's/.*"response":{"gatewayCode":"\([A-Z_]*\)".*/\1/'
}

put authorize '{"apiOperation":"AUTHORIZE","order":{"amount":"10.00","currency":"USD"},
  "sourceOfFunds":{"type":"CARD","provided":{"card":{"number":"5123450000000008",
  "expiry":{"month":"1","year":"39"},"securityCode":"100"}}}}'
put capture '{"apiOperation":"CAPTURE","transaction":{"amount":"6.00","currency":"USD"}}'
put refund '{"apiOperation":"REFUND","transaction":{"amount":"1.00","currency":"USD"}}'

curl -sS "$address" -u merchant.TESTMERCHANT:0123456789abcdef0123456789abcdef |
  sed 's/.*"status":"\([A-Z_]*\)".*/order: \1/'
echo
