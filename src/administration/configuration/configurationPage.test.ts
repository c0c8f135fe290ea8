import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { openMemoryAdministration } from '../../../test/support/administration/memoryAdministration.ts'
import { sandboxProfile } from '../../orders/merchant.ts'
import { configurationFile, type FileMember, type FilePart } from './declaration.ts'
import { exportedFile } from './exportFile.ts'
import { configurationSchema } from './fileSchema.ts'

test('docs/configuration-as-code.md says what the file holds (run with -u to write it)', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../../docs/configuration-as-code.md')
})

test('the schema takes an export, and not a setting that is misspelt', async () => {
  const gateway = openMemoryAdministration(sandboxProfile)
  await gateway.merchants.add({ merchantId: 'SHOP', settings: ['notificationUrl=https://a.example/?b=c'] })
  const rule = { id: 'big', name: 'Big', when: { billingCountry: ['FRA'] }, score: 5 }
  await gateway.risk.save({}, { ...rule, recommendation: 'REVIEW', stage: 'BEFORE' })
  const exported = exportedFile(await gateway.configuration.known(), { environment: 'sandbox' })
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(configurationSchema())
  expect(isValid(JSON.parse(JSON.stringify(exported))), JSON.stringify(isValid.errors)).toBe(true)
  expect(isValid({ ...exported, merchants: { SHOP: { profile: { captureMode: 1 } } } })).toBe(false)
  expect(isValid({ ...exported, gateway: { risk: { rules: { big: { name: 'Big' } } } } })).toBe(false)
})

/** Members with members of their own, down to profiles, records and rules, which other pages describe. */
function rowsOf(part: FilePart, path: string): readonly string[] {
  if (part.kind === 'named') return rowsOf(part.each, `${path}.*`)
  if (part.kind !== 'members' || elsewhere.some(end => path.endsWith(end))) return []
  return Object.entries(part.members).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`
    return [rowOf(place, member), ...rowsOf(member.part, place)]
  })
}
const elsewhere = ['.profile', '.directoryServers.*']

const rowOf = (place: string, { meaning, isRequired }: FileMember): string =>
  `| \`${place}\` | ${meaning}${isRequired ? ' Must be there.' : ''} |`

const configurationPage = (): string => `# Configuration as code

Merchants, endpoints of notifications, risk rules, records at directory servers, links and routes in one
file: reviewed like code, planned before it is applied, carried from a sandbox to production. \`plan\`
shows the difference and changes nothing; \`apply\` makes it, by the same functions as the single
commands and the console, so each change has its entry in [the audit log](merchants.md#the-audit-log).

\`\`\`sh
npx tollgate config export > tollgate.json           # what this gateway has; no secret is in it
npx tollgate config plan tollgate.json               # after you changed it: what would happen
npx tollgate config apply tollgate.json              # shows the plan, asks, does it
npx tollgate config schema > tollgate.schema.json    # editors then complete and check what you type
\`\`\`

Commands work on the database with the settings of the gateway ([configuration](configuration.md)); the
gateway goes on taking payments meanwhile.

## A plan

\`\`\`text
tollgate.json against a sandbox

~ merchants.SHOP.profile
    captureExcessPercent: 15 → 20
    standing: OPEN → SUSPENDED

+ merchants.NEXT
    shopName: Next

Not in the file, left as it is
  merchants.TESTMERCHANT

1 to add, 1 to change, 0 to remove. Plan e49f8407f3d791fb.
To do it: npx tollgate config apply tollgate.json --plan e49f8407f3d791fb
\`\`\`

| Ends with | When |
|---|---|
| 0 | nothing would change |
| 2 | something would |
| 1 | the file is refused, or could not be read |

A command line or a setting of the gateway that makes no sense ends with 2, too, as it does for every
command; \`--json\` then has \`error\` and no \`changes\`. Otherwise it has \`plan\` (the fingerprint),
\`changes\`, \`refused\`, \`links\`, \`notes\` and \`unmanaged\`.

A file is refused as a whole, with every mistake at its place:

\`\`\`text
Refused: tollgate.json, for 2 reasons.
  merchants.SHOP.profile.captureExcesPercent: is not known here; did you mean captureExcessPercent?
  merchants.SHOP.risk.rules.large.when.amuont: is not known here; did you mean amount?
\`\`\`

## What the file holds

| Member | Means |
|---|---|
${rowsOf(configurationFile, '').join('\n')}

\`profile\` has the settings of [a merchant's profile](merchants.md#profile), under their names;
\`directoryServers\` the fields of [a record](merchants.md#directory-servers); a rule what
[the console's form](risk.md) has, without its id, under which it stands. \`npx tollgate config schema\`
prints all of it as a JSON schema. The order of members does not matter. With \`TOLLGATE_DIRECTORY_SERVERS\`
among the settings of the command, a record to add or change at a server that is not in that file is refused.

- **What the file does not name is left as it is**, and the plan lists it. With \`--prune\` a section
  that is in the file is made exactly as it says: rules, records, thresholds and settings that it leaves
  out are taken away or set to what is usual. A section that is not there at all is not touched.
- **A merchant is never deleted**, and how it stands is never taken back by silence: say in its profile
  \`"standing": "CLOSED"\`. That is refused while something of it is open or owed.
- **A rule that counts is not changed**: that would leave payments without it for a moment. Give the new
  one another id, and retire the old one. To reach its state, a rule passes through those in between,
  each with its entry.
- **A new merchant gets an API password**, shown once, as soon as it is there. Where it got lost,
  \`npx tollgate passwords add NEXT\` makes another.

## Secrets

None is in the file, and none is exported: API passwords and certificates, signing keys and shared
secrets of notifications, keys. They stay as they are, and each gateway makes its own. An address of a
receiver may have a token in its query; such a one is exported as a variable, and any text of a profile
may be written so:

\`\`\`json
{ "notificationUrl": { "fromEnvironment": "SHOP_NOTIFICATION_URL" } }
\`\`\`

\`plan\` and \`apply\` take it from their own environment, and show its name only. Where it is not set, a
merchant that is there keeps what it has, and one that is new is refused. A token in the path of an address
cannot be told from other words: write such an address as a variable yourself, and the plan stays empty
as long as it has the same value.

## Links and routes

Nodes read links, identities and routes from the file of \`TOLLGATE_ACQUIRER_LINKS\` when they start
([why](decisions/030-routing.md)): no command changes them while payments are made. So \`acquirerLinks\`
is that file, held in this one: \`plan\` checks it as a start would (but for files of TLS), compares it
with the one of these settings, and says what is to be done; \`apply\` leaves it alone and says so.
\`plan\` ends with 2 until the files are the same.

\`\`\`sh
npx tollgate config links tollgate.json > acquirer-links.json    # for each node
\`\`\`

Dialects that it names as files are looked for beside the configuration file. A merchant that no link
knows is told: its payments would be refused.

## Applying it

- **Twice is once.** A second time there is nothing to do.
- **After a crash**, or where a step is refused, what was done stays, makes sense by itself, and has its
  entries: apply the file again, and the rest follows.
- **Only what was shown.** Before the first step the plan is made again; where the database changed
  since, nothing is done. With \`--plan\` and the fingerprint of a plan that somebody has reviewed, also
  where file or database changed since the review. What other operators do during the seconds of an
  apply is not locked out: each change is one commit, and touches only what it names.

In a build: \`plan --json\` on a proposed change, \`apply --yes --plan …\` with its fingerprint once it
is accepted.

## From a sandbox to production

1. In the sandbox: \`npx tollgate config export > tollgate.json\`.
2. With the settings of production: \`npx tollgate config plan tollgate.json\`. Mend what is refused, until
   nothing is.
3. \`npx tollgate config apply tollgate.json\`. New merchants get API passwords of production; signing keys
   are made when they are first needed, or by \`npx tollgate notifications keys add SHOP\`.
4. Links: \`npx tollgate config links tollgate.json > acquirer-links.json\`, and restart the nodes.

A file whose \`environment\` is not \`live\` is a rehearsal: production refuses what is only simulated in it.

| Refused | Do |
|---|---|
| \`merchants.TESTMERCHANT\` | take it out: it is the merchant of every sandbox, its password is published |
| addresses and origins on this machine | give those of production |
| \`standaloneRefunds\` without a bound, as in a sandbox | name currencies and amounts, or take it out |
| links to hosts on this machine | give the acquirer's: [what to clear with it](acquirers.md) |
| a variable that is not set, for a new merchant | set it: production has receivers of its own |
| an \`ACTIVE\` rule that has not run in shadow there | say \`SHADOW\`, read its report, say \`ACTIVE\` |

Test cards, scripts, the sandbox's clock and the simulated acquirer are no configuration: they are in no
export. Where one of these addresses is right in production (an acquirer behind a tunnel on this machine),
say \`"environment": "live"\`.

## What it does not hold

Settings of nodes (\`TOLLGATE_…\`), files of directory servers and of payment providers, keys, users of
the console, and trusted and suspect lists, which name people and cards. Each has its own way:
[operations](operations.md).
`
