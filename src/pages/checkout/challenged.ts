import type { Call, Reply } from '../../http/handler.ts'
import { html } from '../../platform/html.ts'
import { bundledScript, scriptTag } from '../assets.ts'
import { frameAncestors } from '../origins.ts'
import { pageReply } from '../reply.ts'
import { type CheckoutParts, openVisit } from './visit.ts'

/**
 * The page in which the issuer's challenge ends, inside its frame. What the browser brings here is believed
 * by nobody: the page around is told that it is over, and asks the gateway what came of it.
 */
export async function challengedReply(parts: CheckoutParts, call: Call): Promise<Reply> {
  const script = await bundledScript('challenged/main.ts')
  const visit = await openVisit(parts, call)
  return pageReply({
    markup: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Done</title><link rel="icon" href="data:,"></head>
<body>${scriptTag(script)}</body>
</html>`,
    scripts: [script],
    images: ['data:'],
    frameAncestors: [
      "'self'",
      parts.origin(),
      ...(visit ? frameAncestors(visit.profile, parts.isSandbox) : []),
    ],
    acceptsGzip: call.acceptsGzip,
  })
}
