import { expect, test } from 'vitest'
import type { ConsoleCall } from './api/call.ts'
import { consoleCalls, publicCalls } from './api/calls.ts'
import { hasPermission, permissions, roles } from './permissions.ts'

/** Written by hand, once more: whoever lets somebody do more says so twice. */
const rightsOf = {
  ADMINISTRATOR:
    'payments.read payments.act payers.erase risk.read risk.change risk.review developers.read ' +
    'developers.change users.read users.change audit.read sandbox.use',
  OPERATIONS: 'payments.read payments.act risk.read risk.review sandbox.use',
  DEVELOPER: 'payments.read developers.read developers.change sandbox.use',
  READ_ONLY: 'payments.read',
  OPERATOR: permissions.join(' '),
}

/** What each right is for. `!` needs a second factor; `?` one, or to have just signed in. */
const callsOf = {
  anybody: 'acceptInvitation enterSandbox passkeyForSignIn readInvitation signIn signInWithPasskey',
  user:
    'account addPasskey? endMyOtherSessions endMySession mySessions newRecoveryCodes? offerTotp? ' +
    'passkeyForStepUp passkeyToAdd? removePasskey? removePassword? rename setPassword? setTotp? signOut ' +
    'stepUp whoAmI',
  'merchant users.read': 'userSessions users',
  'merchant users.change': 'changeUser! endUserSessions! inviteUser! resetUser!',
  'merchant payments.read':
    'changes deleteFilter explainOrder figures findOrders openWork orderShown saveFilter savedFilters',
  'merchant payments.act': 'actOnOrder!',
  'merchant payers.erase': 'erasePayer! findPayer',
  'merchant audit.read': 'merchantAudit merchantAuditVerification',
  'merchant developers.read':
    'deliveries developerSettings examineIntegration explainCall explainDelivery replayCalls requestLog',
  'merchant developers.change':
    'addNotificationSecret! addPassword! bindCertificate! changeNotifications! resendNotification ' +
    'resendNotifications! retireNotificationSecret! retirePassword! revokeCertificate!',
  'merchant disputes.enter': 'enterTransaction!',
  'merchant risk.read': 'reviewQueue riskLists riskRules shadowReport tryRule',
  'merchant risk.change':
    'addToRiskList! removeFromRiskList! removeRule! saveRule! setRiskThresholds! setRuleState!',
  'merchant risk.review': 'decideReview!',
  'merchant sandbox.use':
    'addSandboxScript eachOutcome makeEachOutcome removeSandboxScript sandboxBooks sandboxCards ' +
    'sandboxClock sandboxDifferences sandboxScripts',
  'gateway gateway.read':
    'auditVerification businessDates compareBusinessDate directoryServers gatewayAudit gatewayFigures ' +
    'gatewayKeys gatewayLinks gatewayNodes gatewayOpenWork gatewayRiskLists gatewayRiskRules ' +
    'gatewayShadowReport merchantNames merchantProfile merchants obligations operatorSessions operators ' +
    'tryGatewayRule verifyAudit',
  'gateway gateway.change':
    'addMerchant! addToGatewayList! changeOperator! changeProfile! changeStanding! endOperatorSessions! ' +
    'inviteOperator! moveSandboxClock removeFromGatewayList! removeGatewayRule! resetOperator! ' +
    'saveGatewayRule! setGatewayRuleState! setGatewayThresholds! setIssuerRanges! tryObligations',
}

test.each(roles)('%s has these rights and no others', role => {
  const has = permissions.filter(permission => hasPermission(role, permission))
  expect([...has].sort()).toEqual(rightsOf[role].split(' ').sort())
})

test('each call needs the right that it is about, and a second factor where it changes much', () => {
  const found: Record<string, string[]> = {}
  for (const [name, call] of Object.entries<ConsoleCall>({ ...consoleCalls, ...publicCalls })) {
    const right = 'permission' in call ? `${call.scope} ${call.permission}` : call.scope
    const mark = call.needsStepUp === undefined ? '' : call.needsStepUp === true ? '!' : '?'
    found[right] = [...(found[right] ?? []), `${name}${mark}`].sort()
  }
  const written = Object.entries(callsOf).map(([right, names]) => [right, names.split(' ').sort()])
  expect(found).toEqual(Object.fromEntries(written))
})
