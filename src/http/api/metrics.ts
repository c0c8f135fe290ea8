import type { MetricExposition } from '../../platform/metrics.ts'
import type { Route } from './routes.ts'

/** What was measured, in the form that Prometheus reads; however many ask at once, it is written once. */
export function metricsRoute({ contentType, text }: MetricExposition, access: 'local' | 'public'): Route {
  let writing: Promise<string> | undefined
  const once = () => {
    writing ??= text().finally(() => {
      writing = undefined
    })
    return writing
  }
  return {
    method: 'GET',
    path: '/metrics',
    under: 'root',
    access,
    isAlways: true,
    handler: async () => ({ status: 200, body: await once(), headers: { 'Content-Type': contentType } }),
  }
}
