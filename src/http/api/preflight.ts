import type { HttpReply } from '../transport/handler.ts'
import type { OptionsMatch } from './routes.ts'

/** Browser code asks first whether it may call from another origin: where a session will do, it may. */
export function preflight({ allow, open }: OptionsMatch): HttpReply {
  if (open === '') return { status: 204, body: '', headers: { Allow: allow } }
  const headers = {
    Allow: allow,
    'Access-Control-Allow-Methods': open,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Max-Age': '600',
  }
  return { status: 204, body: '', headers }
}
