import { createEntryDigest } from '../../src/administration/auditLog.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openRotation } from '../../src/store/keys/rotation.ts'
import { keysInFile } from '../../src/vault/keyEncryptionKeys.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { createKeyRotation, type RotationProgress } from '../../src/vault/rotation.ts'

/**
 * A rotation in a process of its own, like an operator's command, with shorter waits. With a step to die at,
 * it kills itself as soon as that step has done something.
 */
const [wanted = '', databaseUrl = '', keysFile = '', dieAt = ''] = process.argv.slice(2)

const opened = openRotation({ connectionString: databaseUrl })
const keyring = await openKeyring({ keys: await keysInFile(keysFile), store: opened.keys })
const rotation = createKeyRotation({
  ...{
    keyring,
    store: opened.store(createEntryDigest(keyring.secrets.audit)),
    timing: systemClock,
    actor: 'test',
  },
  // Twice as long as nodes take to notice; and then as long as any request here can take.
  ...{ noticeMs: 4_000, graceMs: 3_000 },
})

const progress = ({ step, done }: RotationProgress) => {
  if (step === dieAt && done > 0) process.kill(process.pid, 'SIGKILL')
}
const result = wanted === 'retire' ? await rotation.retire({ progress }) : await rotation.rotate({ progress })
process.stdout.write(JSON.stringify(result))
await opened.close()
