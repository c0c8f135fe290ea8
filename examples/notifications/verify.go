// Go 1.16 or newer, no packages.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

func isGenuine(id, timestamp, signatures string, body []byte, signingKey string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age >= 300 || age <= -300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signingKey, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(signatures, " ") {
		if hmac.Equal(expected, []byte(signature)) {
			return true
		}
	}
	return false
}

// To try it: headers from the environment, the body from standard input.
func main() {
	body, _ := io.ReadAll(os.Stdin)
	id, timestamp := os.Getenv("WEBHOOK_ID"), os.Getenv("WEBHOOK_TIMESTAMP")
	if isGenuine(id, timestamp, os.Getenv("WEBHOOK_SIGNATURE"), body, os.Getenv("SIGNING_KEY")) {
		fmt.Println("genuine")
	} else {
		fmt.Println("forged")
	}
}
