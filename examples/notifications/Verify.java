// Java 11 or newer, no packages.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
    static boolean isGenuine(String id, String timestamp, String signatures, byte[] body, String signingKey)
            throws Exception {
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) >= 300) return false;
        var key = Base64.getDecoder().decode(signingKey.substring("whsec_".length()));
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
        var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(UTF_8);
        return Stream.of(signatures.split(" "))
                .anyMatch(signature -> MessageDigest.isEqual(expected, signature.getBytes(UTF_8)));
    }

    /** To try it: headers from the environment, the body from standard input. */
    public static void main(String[] arguments) throws Exception {
        var env = System.getenv();
        var isGenuine = isGenuine(env.get("WEBHOOK_ID"), env.get("WEBHOOK_TIMESTAMP"),
                env.get("WEBHOOK_SIGNATURE"), System.in.readAllBytes(), env.get("SIGNING_KEY"));
        System.out.println(isGenuine ? "genuine" : "forged");
    }
}
