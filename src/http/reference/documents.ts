import { componentsOf } from '../../contract/document/components.ts'
import { openApi } from '../../contract/document/openapi.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { renderPage } from './page.ts'

export type DocumentKind = 'openApi' | 'page'
export type ReferenceSettings = {
  readonly sandbox: boolean
  /** Names of the operations this release carries out; without it, all. The others are marked. */
  readonly available?: readonly string[]
}

/** How each kind of document is made of the catalogue. */
export function createDocuments(
  operations: readonly Operation[],
  setting: ReferenceSettings,
): Readonly<Record<DocumentKind, (version: number) => string>> {
  const available = setting.available && new Set(setting.available)
  const isAvailable = ({ name }: Operation) => available?.has(name) ?? true
  return {
    openApi: version => JSON.stringify(openApi(operations, version)),
    page: version => {
      const components = componentsOf(operations, version)
      return renderPage({ operations, version, isSandbox: setting.sandbox, isAvailable, components })
    },
  }
}
