import type { AdministrationStore } from '../../administration/port.ts'
import { inParts, resendPart } from '../notifications/resend.ts'
import type { AuditedChange } from './change.ts'

/** Each part is a change of its own: who records attempts waits for one part at most. */
export function createResendAdministration(change: AuditedChange): Pick<AdministrationStore, 'resend'> {
  return {
    resend: (owner, which, entry) =>
      inParts(place =>
        change(async ask => {
          const result = await resendPart(ask, { owner, which, place })
          return { result, entries: result.count > 0 ? [entry(result.count)] : [] }
        }),
      ),
  }
}
