// The file of an archive that is recorded: read whole, and held against what was recorded of it.

import { join } from 'node:path'
import { errorCode } from '../../platform/errors.ts'
import { type ArchivedOrder, BrokenArchive, type ReadArchive, readArchive } from './archiveFile.ts'
import type { ArchiveDependencies, ArchiveWork } from './archiveWork.ts'
import type { ArchivedVersion, ClaimedArchive } from './port.ts'

export async function readKnown(
  { sealArchive }: Pick<ArchiveDependencies, 'sealArchive'>,
  path: string,
  { merchantId, archiveNo }: Pick<ClaimedArchive, 'merchantId' | 'archiveNo'>,
  each: (order: ArchivedOrder) => void,
): Promise<ReadArchive> {
  const read = await readArchive(path, sealArchive, each).catch(error => {
    if (errorCode(error) !== 'ENOENT' && errorCode(error?.cause) !== 'ENOENT') throw error
    throw new BrokenArchive(`There is no file ${path}.`)
  })
  if (read.header.merchantId !== merchantId || read.header.archiveNo !== archiveNo)
    throw new BrokenArchive(`${path} is another archive.`)
  return read
}

type ReadBack = { readonly versions: readonly ArchivedVersion[]; readonly digest: Buffer }

/** What is deleted later is what the file says, not what was meant to be in it. */
export async function readBack(
  work: ArchiveWork,
  archive: ClaimedArchive,
  { fileName, digest }: { readonly fileName: string; readonly digest?: Buffer },
): Promise<ReadBack> {
  const versions: ArchivedVersion[] = []
  const read = await readKnown(work, join(work.wanted.folder, fileName), archive, ({ order_id, version }) => {
    versions.push({ orderId: order_id, version })
  })
  if (digest && !digest.equals(read.digest))
    throw new BrokenArchive(`${fileName} is not the file that was recorded.`)
  return { versions, digest: read.digest }
}
