import type { Route, RouteMethod } from '../../http/api/routes.ts'
import type { HttpReply, RouteCall } from '../../http/transport/handler.ts'
import type { Secrets } from '../../notifications/secrets.ts'
import type { Owner } from '../../orders/merchant.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'

/**
 * With which keys a merchant's notifications are signed. A sandbox shows them to whoever sits in front of it,
 * so that verifying them, and going over to the next key, can be rehearsed.
 */
export function notificationKeyRoutes({ secrets, ownerOf }: NotificationKeyRouteOptions): readonly Route[] {
  const route = (method: RouteMethod, act: (owner: Owner) => Promise<unknown>, status = 200): Route => ({
    ...{ method, path: '/sandbox/merchants/{merchantId}/notifications/keys', under: 'root', access: 'local' },
    handler: async call => {
      const owner = await ownerOf(merchantIn(call))
      if (!owner) return invalid('merchantId', 'There is no such merchant.', merchantIn(call))
      await act(owner)
      return keysReply(status, await secrets.find(owner))
    },
  })
  return [
    route('GET', async () => undefined),
    route('POST', owner => secrets.add(owner, 'signing'), 201),
    route('DELETE', owner => secrets.retire(owner, 'signing')),
  ]
}

export type NotificationKeyRouteOptions = {
  readonly secrets: Secrets
  readonly ownerOf: (merchantId: string) => Promise<Owner | undefined>
}

const merchantIn = ({ params }: RouteCall): string => params.merchantId ?? ''

const keysReply = (status: number, body: object): HttpReply | Rejection => ({ status, body })
