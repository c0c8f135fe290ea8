// How directory servers know the merchants of a sandbox: showing, setting and removing it.

import type { Route, RouteCall, RouteMethod } from '../../http/api/routes.ts'
import { emptyObject } from '../../http/transport/json.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'

/** The records, as operators manage them. */
export interface DirectoryMerchantControl {
  show(merchantId: string, directoryServer: string): Promise<ControlledRecord | Rejection>
  /** What is left out stays as it is; a first record must be complete. */
  set(merchantId: string, directoryServer: string, fields: FieldValues): Promise<ControlledRecord | Rejection>
  /** Returns what was removed. */
  remove(merchantId: string, directoryServer: string): Promise<ControlledRecord | Rejection>
}

type FieldValues = Readonly<Record<string, unknown>>
type ControlledRecord = { readonly values: FieldValues }

export function directoryMerchantRoutes(control: DirectoryMerchantControl): readonly Route[] {
  const route = (method: RouteMethod, act: Act): Route => ({
    ...{ method, path, under: 'root', access: 'local' },
    async handler(call) {
      const { merchantId = '', directoryServer = '' } = call.params
      const found = await act(call, merchantId, directoryServer)
      return isRejection(found) ? found : { status: 200, body: found.values }
    },
  })
  return [
    route('GET', (_, ...which) => control.show(...which)),
    route('PUT', ({ body }, ...which) => control.set(...which, { ...(body ?? emptyObject()) })),
    route('DELETE', (_, ...which) => control.remove(...which)),
  ]
}

type Act = (
  call: RouteCall,
  merchantId: string,
  directoryServer: string,
) => Promise<ControlledRecord | Rejection>

const path = '/sandbox/merchants/{merchantId}/directory-servers/{directoryServer}'
