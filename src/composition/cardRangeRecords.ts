// Card ranges of directory servers, for operators' commands.

import type { Administration } from '../administration/administration.ts'
import type { CardRangeRecords, RangesOfDirectoryServer } from '../commands/context.ts'
import { UseRefusal } from '../platform/errors.ts'
import { unpackRanges } from '../threeDSecure/emv/ranges/packedRanges.ts'
import type { RangeState, RangeStore } from '../threeDSecure/emv/ranges/rangeStore.ts'

/** More than fit on a screen help nobody. */
const shownMax = 40

export function openCardRangeRecords(
  store: RangeStore,
  { administration, actor }: { readonly administration: Administration; readonly actor: string },
): CardRangeRecords {
  return {
    list: () => store.states(),
    async find(digits) {
      const found: RangesOfDirectoryServer[] = []
      for (const state of await store.states()) found.push(await foundIn(store, state, digits))
      return found
    },
    async request(directoryServer, isWhole) {
      await checkName(store, directoryServer)
      await administration.audit.note('ranges.refresh', { directoryServer, isWhole })
      await store.request({ directoryServer, by: actor, isWhole })
    },
    async forget(directoryServer) {
      await checkName(store, directoryServer)
      await administration.audit.note('ranges.forget', { directoryServer })
      await store.forget(directoryServer)
    },
  }
}

async function foundIn(
  store: RangeStore,
  { directoryServer, current }: RangeState,
  digits: string,
): Promise<RangesOfDirectoryServer> {
  const bytes = current && (await store.load(current))
  const packed = bytes && unpackRanges(bytes)
  const ranges = packed?.withPrefix(digits, shownMax + 1) ?? []
  return {
    ...{ directoryServer, isLoaded: packed !== undefined, isCut: ranges.length > shownMax },
    ranges: ranges.slice(0, shownMax),
  }
}

async function checkName(store: RangeStore, directoryServer: string): Promise<void> {
  const names = (await store.states()).map(state => state.directoryServer)
  if (!names.includes(directoryServer)) throw unknown(directoryServer, names)
}

function unknown(name: string, names: readonly string[]): UseRefusal {
  const others = names.length === 0 ? 'nor any other' : `there are ${names.join(', ')}`
  return new UseRefusal(`No gateway has a directory server ${name.slice(0, 60)}; ${others}.`)
}
