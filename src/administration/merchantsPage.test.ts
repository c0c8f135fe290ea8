import { expect, test } from 'vitest'
import { type ProfileSetting, profileSettings, sandboxProfile } from '../orders/merchant.ts'
import { merchantFields } from '../threeDSecure/emv/merchantRecord.ts'

test('docs/merchants.md says what the settings of a profile say (run with -u to write it)', async () => {
  await expect(merchantsPage()).toMatchFileSnapshot('../../docs/merchants.md')
})

function merchantsPage(): string {
  const rows = Object.entries(profileSettings).map(([name, setting]) => rowOf(name, setting))
  const fieldRows = Object.entries(merchantFields).map(
    ([name, { meaning, expects }]) => `| \`${name}\` | ${meaning} | ${expects} |`,
  )
  return `# Merchants

A merchant is who takes payments: an id, API passwords or certificates to prove it, and a profile that says
what it may do beyond the ordinary. Merchants share nothing: orders, sessions, tokens, keys and limits are
each one's own, and one's credentials open nothing of another's.

\`\`\`sh
npx tollgate merchants add SHOP                         # with its first API password, shown this once
npx tollgate merchants profile SHOP captureExcessPercent=15 allowedSources=192.0.2.0/24
npx tollgate merchants show SHOP
\`\`\`

It works at once, on every node. Commands work on the database with the settings of the gateway
([configuration](configuration.md)); the gateway need not be stopped, nor even run. All merchants can be kept
as one file, too: [configuration as code](configuration-as-code.md).

## Profile

| Setting | Usually | Means | Expects |
|---|---|---|---|
${rows.join('\n')}

Settings are given as \`name=value\`, lists with commas between; \`allowedSources=\` empties one. What was
never said is as usual. A change is felt on every node within a second. A profile holds nothing secret, and
the audit log shows it.

A refund without an earlier payment sends money to whatever card a request names, so whoever has a stolen
password could empty the merchant's account with it. No merchant may do that unless \`standaloneRefunds\`
says in which currencies and how much at once: \`standaloneRefunds=USD:500.00,JPY:70000\`. A currency that is
not named has no such refund; \`ANY:100\` stands for all that are not named, in units of each (100 yen, 100
dinars), so it suits small amounts only. Refunds of what was captured are not concerned. Merchants of an
older release have none until they are given some.

## Suspending and closing

\`\`\`sh
npx tollgate merchants suspend SHOP --reason 'contract under review'
npx tollgate merchants resume SHOP
npx tollgate merchants close SHOP --reason 'contract ended'
\`\`\`

| | open | suspended | closed |
|---|---|---|---|
| AUTHORIZE, PAY, VERIFY, REFERRAL, payer authentication, INITIATE_BROWSER_PAYMENT | yes | no | no |
| UPDATE_AUTHORIZATION, refunds without an earlier payment | yes | no | no |
| creating and updating sessions, checkout too, and tokens; BALANCE_INQUIRY | yes | no | no |
| CAPTURE, REFUND and VOID of payments, CONFIRM_BROWSER_PAYMENT | yes | yes: agreed, or given back | no |
| ENTER_CHARGEBACK, ENTER_FEE | yes | yes | yes: they come when they come |
| DELETE_TOKEN: what payers left can always be taken away | yes | yes | yes |
| undoing a payment that a review has rejected: the gateway does it | yes | yes | yes |
| what is owed to acquirers, notifications, retrieving, the same request once more | yes | yes | yes |

What is refused is refused with a sentence that says so (\`apiOperation\`, \`INVALID_REQUEST\`). Payers
who open the checkout of such a merchant read that the shop does not take payments at present; who has
paid already sees that, and who has paid a part gets it back. Fields of the gateway in the shop's own
page take a card, and it is kept nowhere. Who is at a provider's page or in front of an issuer may
finish there: a payment at a provider counts, an authentication leads to a payment that is refused. A
merchant with something owed, with orders of the last four months that are authorized and not captured,
or with payments that wait for a review, is closed only with \`--anyway\`. A closed merchant can be resumed.
\`merchants list\`, \`merchants show\` and the console say how each stands; operators suspend, resume and
close there, too, on the merchant's page.
The audit log has who did it, and the reason. Nodes of a release before this one do not know it: upgrade
all of them first.

## API passwords

A password is 16 random bytes, made by the gateway. Only its keyed hash is kept, so it is shown once and
never again. A merchant has two at most, and both are good: that is how one follows the other without a
failed request.

\`\`\`sh
npx tollgate passwords add SHOP         # the second one: good at once, on every node
                                        # … every machine of the merchant changes over …
npx tollgate passwords retire SHOP 1    # the first one: refused on every node within a second
\`\`\`

A machine that was forgotten, and goes on calling with the retired password, is refused; after ten such
calls in a minute its whole address waits a minute, whoever else calls from there as this merchant. So every
machine changes over first. The last password may be retired too: then only certificates get in.

## Certificates

A client certificate is known by its public key: a renewed certificate with the same key needs nothing more.
Several merchants may bind one key: each call is that of the merchant in its path. A revoked one never comes
back to whoever revoked it.

\`\`\`sh
npx tollgate certificates bind SHOP shop.pem
npx tollgate certificates list SHOP
npx tollgate certificates revoke SHOP 3f9a01c2
\`\`\`

## Secrets of notifications

Notifications are signed, and carry a shared secret to receivers with TLS
([notifications](notifications.md)). The gateway makes the first of each by itself when it needs it. Who
wants to know one makes a new one: it is shown once, the one before stays good beside it until it is
retired.

\`\`\`sh
npx tollgate notifications keys add SHOP     # from now on what is sent is signed with both
                                             # … every receiver takes the new one …
npx tollgate notifications keys retire SHOP  # only the newest is used any more
\`\`\`

\`retire\` is refused while there is only one key, since a merchant is never without: so it is after the
first \`add\` for a merchant of whom nobody has been told yet, and after \`retire\` itself.

## Directory servers

Directory servers of EMV 3-D Secure authenticate the payers of merchants that they know. Each knows a merchant
under names and numbers of its own; schemes and the acquirer say which when the merchant is registered there.

\`\`\`sh
npx tollgate directory-merchant SHOP scheme-a \\
  requestorId='10056231*SHOP' requestorName='Shop of Lyon' requestorUrl=https://shop.example \\
  acquirerBin=412345 acquirerMerchantId=12345 acquirerCountry=FRA \\
  category=5411 country=FRA name='SHOP LYON'
npx tollgate directory-merchant SHOP scheme-a category=5812
npx tollgate directory-merchants --merchant SHOP
npx tollgate directory-merchant SHOP scheme-a --remove
\`\`\`

| Field | Means | Expects |
|---|---|---|
${fieldRows.join('\n')}

A first record has all of them; later, what is not said stays. \`country\` and \`name\` must be those of
the authorization that follows, as the acquirer has them. The next authentication finds the change, on every
node. A name that is not in the file of \`TOLLGATE_DIRECTORY_SERVERS\` is refused, if there is one.

## The audit log

Every change of a merchant, a profile, a credential, a record at a directory server or a key, and every
notification sent again, is an entry, in the commit that makes the change: who, what, when, of which
merchant, from what to what; never a secret, and of an address nothing behind its \`?\`. A long time range
is sent again in parts of 500, each with its entry. The file of your own keys is in no commit: \`keys new\`
and \`keys discard\` write their entry, which names the key, before they touch the file, and another one
with \`isUndone\` if the file could not be changed. Who runs the command is the operator, or whom
\`--as\` names.

\`\`\`sh
npx tollgate audit list --merchant SHOP
npx tollgate audit verify
\`\`\`

The gateway's role in the database can add entries and read them, nothing else. Whoever has more rights
there is found out: each entry carries a keyed hash of itself and of the one before it, under a key that is
not in the table. \`verify\` reads the whole log and names the first entry that was changed, taken out, put
in or moved. [The console](console.md#for-developers-auditors-and-operators) shows when it did, how far, what
it found and who ran it; not where that is uncertain, and not what does not fit your \`--noted\`.

**Cut off, emptied or put back to an older state**, what is left is a log without a flaw: that shows only
from outside. Each node notes how far the log goes in a file (\`TOLLGATE_AUDIT_HEAD_FILE\`, else
\`audit-head\` in the data directory): the number and the digest of the last entry and the time, signed
under the log's key. It does so when it starts and every minute, and says each new head in its log
(\`audit head\`), so that whoever collects logs has it too; commands on the same machine move the file on
at once. \`verify\` compares with the file, or with \`--head\`: one line, or a file with any number of
them, such as the log of a gateway. An older head still proves that much.

- A node never moves a head on that the log does not fit: it warns (\`audit log\`) and leaves it as it is.
  After you restored an older backup on purpose, and \`verify\` said so, move the file of each node away.
- Without a head, a log that is intact ends with 0 and a warning, an empty one with 1.
- A head that was not signed by this log is named and ends with 1: it was changed, it belongs to another
  database, or the key of the log was replaced.
- \`verify\` prints the number and the digest of the last entry besides, for paper; \`--noted\` takes
  them.

Whoever has the keys of the gateway (\`TOLLGATE_KEYS\`) and the database can write any log they like; the
heads that were kept elsewhere still tell. In a sandbox a reset empties the log, and the head begins anew.
`
}

function rowOf(name: string, { usual, meaning, expects }: ProfileSetting<unknown>): string {
  const inSandbox = Object.entries(sandboxProfile).find(([known]) => known === name)?.[1]
  const usually =
    shown(usual) === shown(inSandbox) ? shown(usual) : `${shown(usual)}; in the sandbox ${shown(inSandbox)}`
  return `| \`${name}\` | ${usually} | ${meaning} | ${expects} |`
}

const shown = (value: unknown): string =>
  value === '' || (Array.isArray(value) && value.length === 0) ? 'none' : String(value)
