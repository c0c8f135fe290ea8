// What handlers learn of the browser that calls, from its headers.

import type { IncomingHttpHeaders } from 'node:http'
import type { Route, RouteCall } from './routes.ts'

type BrowserHeaders = Pick<
  RouteCall,
  'accept' | 'acceptLanguage' | 'cookie' | 'isUnattended' | 'origin' | 'userAgent'
>

export function browserHeaders(headers: IncomingHttpHeaders, { readsCookie }: Route): BrowserHeaders {
  return {
    origin: headers.origin,
    userAgent: headers['user-agent']?.slice(0, headerTextMax),
    accept: headers.accept?.slice(0, headerTextMax),
    acceptLanguage: headers['accept-language']?.slice(0, headerTextMax),
    // The whole header, which is bounded as all headers are: a cookie that is cut off would be another one.
    ...(readsCookie && { cookie: headers.cookie, isUnattended: headers['x-unattended'] === '1' }),
  }
}

/** As much as card schemes accept of a browser's headers. */
const headerTextMax = 2_048
