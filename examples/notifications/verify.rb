# Ruby 3.0 or newer, only what comes with it.
require 'openssl'

def genuine?(id, timestamp, signatures, body, signing_key)
  return false unless timestamp.match?(/\A\d+\z/) && (Time.now.to_i - timestamp.to_i).abs < 300

  key = signing_key.delete_prefix('whsec_').unpack1('m')
  digest = OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.".b + body.b)
  expected = 'v1,' + [digest].pack('m0')
  signatures.split(' ').any? { |signature| OpenSSL.secure_compare(expected, signature) }
end

# To try it as a program: headers from the environment, the body from standard input.
if $PROGRAM_NAME == __FILE__
  headers = %w[WEBHOOK_ID WEBHOOK_TIMESTAMP WEBHOOK_SIGNATURE].map { |name| ENV.fetch(name) }
  body = $stdin.binmode.read
  puts genuine?(*headers, body, ENV.fetch('SIGNING_KEY')) ? 'genuine' : 'forged'
end
