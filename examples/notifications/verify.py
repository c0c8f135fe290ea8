# Python 3.8 or newer, no packages.
import base64, hashlib, hmac, os, sys, time


def is_genuine(id, timestamp, signatures, body, signing_key):
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) >= 300:
        return False
    key = base64.b64decode(signing_key[len("whsec_"):])
    signed = f"{id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, signature) for signature in signatures.split(" "))


# To try it: headers from the environment, the body from standard input.
if __name__ == "__main__":
    env = os.environ
    headers = (env["WEBHOOK_ID"], env["WEBHOOK_TIMESTAMP"], env["WEBHOOK_SIGNATURE"])
    body = sys.stdin.buffer.read()
    print("genuine" if is_genuine(*headers, body, env["SIGNING_KEY"]) else "forged")
