// .NET 6 or newer, no packages.
using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

static bool IsGenuine(string id, string timestamp, string signatures, byte[] body, string signingKey)
{
    if (!long.TryParse(timestamp, out var seconds)) return false;
    var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds;
    if (age is >= 300 or <= -300) return false;
    var key = Convert.FromBase64String(signingKey["whsec_".Length..]);
    using var hmac = new HMACSHA256(key);
    var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
    var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
    return signatures.Split(' ')
        .Any(signature => CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(signature)));
}

// To try it: headers from the environment, the body from standard input.
static string Given(string name) => Environment.GetEnvironmentVariable(name) ?? "";
using var input = new MemoryStream();
Console.OpenStandardInput().CopyTo(input);
var isGenuine = IsGenuine(Given("WEBHOOK_ID"), Given("WEBHOOK_TIMESTAMP"), Given("WEBHOOK_SIGNATURE"),
    input.ToArray(), Given("SIGNING_KEY"));
Console.WriteLine(isGenuine ? "genuine" : "forged");
