// The paths of the API's resources, after /api/rest/version/{version}.
const merchantPath = '/merchant/{merchantId}'
export const orderPath = `${merchantPath}/order/{orderid}` as const
export const transactionPath = `${orderPath}/transaction/{transactionid}` as const
export const sessionsPath = `${merchantPath}/session`
export const sessionPath = `${sessionsPath}/{sessionId}`
export const tokensPath = `${merchantPath}/token`
export const tokenPath = `${tokensPath}/{tokenid}`
export const balanceInquiryPath = `${merchantPath}/balanceInquiry`
export const paymentOptionsPath = `${merchantPath}/paymentOptionsInquiry`
export const enrollmentPath = `${merchantPath}/3DSecureId/{3DSecureId}`
