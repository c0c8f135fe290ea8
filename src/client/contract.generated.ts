// Written from the contract by `npm run reference`: change the contract, not this file.
export const operations = {
  /** Asks the issuer to set funds aside for an order. Capture them later, or void the authorization. */
  authorize: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"AUTHORIZE","yields":"outcome"},
  /** Authorizes and captures in one step. */
  pay: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"PAY","yields":"outcome"},
  /** Takes funds that were authorized, in part or in full, once or several times. */
  capture: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"CAPTURE","yields":"outcome"},
  /** Returns captured funds to the payer. On a new order, with a source of funds, it stands alone, where and as far as your profile allows that (standaloneRefunds). */
  refund: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"REFUND","yields":"outcome"},
  /** Undoes an earlier transaction of the order, as a rule until the acquirer has settled it. */
  void: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"VOID","yields":"outcome"},
  /** Checks an account with its issuer before any money moves. */
  verify: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"VERIFY","yields":"outcome"},
  /** Extends the period of an authorization, and changes its amount when one is given. */
  updateAuthorization: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"UPDATE_AUTHORIZATION","yields":"outcome"},
  /** Submits a referred attempt again, with the code the issuer gave by telephone. */
  referral: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"REFERRAL","yields":"outcome"},
  /** Shows a transaction as it is now, on its order as that is now. */
  retrieveTransaction: {"method":"GET","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","yields":"outcome"},
  /** Shows an order as it is now, with all its transactions, oldest first. */
  retrieveOrder: {"method":"GET","path":"/merchant/{merchantId}/order/{orderId}","yields":"answer"},
  /** Asks whether the payer can be authenticated. Authenticate Payer follows, with the same ids. */
  initiateAuthentication: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"INITIATE_AUTHENTICATION","yields":"answer"},
  /** Verifies who the payer is, at once or by a challenge. Follows Initiate Authentication with its ids. */
  authenticatePayer: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"AUTHENTICATE_PAYER","yields":"answer"},
  /** Asks whether a card takes part in the first generation of 3-D Secure. For older integrations. */
  check3dsEnrollment: {"method":"PUT","path":"/merchant/{merchantId}/3DSecureId/{threeDSecureId}","apiOperation":"CHECK_3DS_ENROLLMENT","yields":"answer"},
  /** Reads the issuer's word about the payer after the redirect. For older integrations. */
  processAcsResult: {"method":"POST","path":"/merchant/{merchantId}/3DSecureId/{threeDSecureId}","apiOperation":"PROCESS_ACS_RESULT","yields":"answer"},
  /** Starts a payment on a payment provider's website; send the payer to the redirectUrl of the answer. */
  initiateBrowserPayment: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"INITIATE_BROWSER_PAYMENT","yields":"outcome"},
  /** Executes a browser payment that the payer confirms on your website, under the same ids. */
  confirmBrowserPayment: {"method":"PUT","path":"/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}","apiOperation":"CONFIRM_BROWSER_PAYMENT","yields":"outcome"},
  /** Opens a session for the hosted checkout page. */
  createCheckoutSession: {"method":"POST","path":"/merchant/{merchantId}/session","apiOperation":"CREATE_CHECKOUT_SESSION","yields":"answer"},
  /** Opens a session that holds request values between calls. */
  createSession: {"method":"POST","path":"/merchant/{merchantId}/session","yields":"answer"},
  /** Adds request values to a session, or replaces those it holds. */
  updateSession: {"method":"PUT","path":"/merchant/{merchantId}/session/{sessionId}","yields":"answer"},
  /** Shows what a session holds, card data masked. */
  retrieveSession: {"method":"GET","path":"/merchant/{merchantId}/session/{sessionId}","yields":"answer"},
  /** Keeps a card and gives you a token for it: the same token for the same card. */
  createToken: {"method":"POST","path":"/merchant/{merchantId}/token","yields":"answer"},
  /** Keeps a card under a token you name, or replaces the card kept there. */
  saveToken: {"method":"PUT","path":"/merchant/{merchantId}/token/{tokenId}","yields":"answer"},
  /** Shows the card kept under a token, masked. */
  retrieveToken: {"method":"GET","path":"/merchant/{merchantId}/token/{tokenId}","yields":"answer"},
  /** Forgets the card kept under a token. */
  deleteToken: {"method":"DELETE","path":"/merchant/{merchantId}/token/{tokenId}","yields":"answer"},
  /** Asks what is left to spend on a gift card, or what rewards of an enrolled card are worth. */
  balanceInquiry: {"method":"PUT","path":"/merchant/{merchantId}/balanceInquiry","apiOperation":"BALANCE_INQUIRY","yields":"answer"},
  /** Tells what you can ask for and what the payer may pay with. */
  paymentOptionsInquiry: {"method":"GET","path":"/merchant/{merchantId}/paymentOptionsInquiry","yields":"answer"},
  /** Tells what you can ask for and what the payer may pay with. */
  postPaymentOptionsInquiry: {"method":"POST","path":"/merchant/{merchantId}/paymentOptionsInquiry","yields":"answer"},
  /** Tells whether the gateway is operating. Needs no credentials. */
  checkGateway: {"method":"GET","path":"/information","yields":"answer"},
} as const
export type NewestVersion = 100
/** The bodies of requests and answers, by version and operation. */
export interface ContractByVersion {
  1: ContractSince1
  2: ContractSince1
  3: ContractSince1
  4: ContractSince1
  5: ContractSince1
  6: ContractSince1
  7: ContractSince1
  8: ContractSince1
  9: ContractSince1
  10: ContractSince1
  11: ContractSince1
  12: ContractSince1
  13: ContractSince1
  14: ContractSince1
  15: ContractSince1
  16: ContractSince1
  17: ContractSince1
  18: ContractSince1
  19: ContractSince1
  20: ContractSince1
  21: ContractSince1
  22: ContractSince1
  23: ContractSince1
  24: ContractSince1
  25: ContractSince1
  26: ContractSince1
  27: ContractSince1
  28: ContractSince1
  29: ContractSince1
  30: ContractSince1
  31: ContractSince1
  32: ContractSince1
  33: ContractSince1
  34: ContractSince1
  35: ContractSince1
  36: ContractSince1
  37: ContractSince1
  38: ContractSince1
  39: ContractSince1
  40: ContractSince1
  41: ContractSince1
  42: ContractSince1
  43: ContractSince1
  44: ContractSince1
  45: ContractSince1
  46: ContractSince1
  47: ContractSince1
  48: ContractSince1
  49: ContractSince1
  50: ContractSince1
  51: ContractSince1
  52: ContractSince52
  53: ContractSince53
  54: ContractSince54
  55: ContractSince55
  56: ContractSince55
  57: ContractSince57
  58: ContractSince57
  59: ContractSince57
  60: ContractSince60
  61: ContractSince60
  62: ContractSince60
  63: ContractSince63
  64: ContractSince63
  65: ContractSince63
  66: ContractSince63
  67: ContractSince63
  68: ContractSince63
  69: ContractSince69
  70: ContractSince69
  71: ContractSince69
  72: ContractSince69
  73: ContractSince73
  74: ContractSince73
  75: ContractSince73
  76: ContractSince73
  77: ContractSince73
  78: ContractSince73
  79: ContractSince73
  80: ContractSince73
  81: ContractSince73
  82: ContractSince73
  83: ContractSince73
  84: ContractSince73
  85: ContractSince73
  86: ContractSince73
  87: ContractSince73
  88: ContractSince73
  89: ContractSince73
  90: ContractSince73
  91: ContractSince73
  92: ContractSince73
  93: ContractSince73
  94: ContractSince73
  95: ContractSince73
  96: ContractSince73
  97: ContractSince73
  98: ContractSince73
  99: ContractSince73
  100: ContractSince73
}
/** Versions 1 to 51. */
export interface ContractSince1 {
  authorize: { request: AuthorizeRequest; answer: TransactionResponse }
  pay: { request: AuthorizeRequest; answer: TransactionResponse }
  capture: { request: CaptureRequest; answer: TransactionResponse }
  refund: { request: RefundRequest; answer: TransactionResponse }
  void: { request: VoidRequest; answer: TransactionResponse }
  verify: { request: VerifyRequest; answer: VerifyResponse }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponse }
  referral: { request: ReferralRequest; answer: TransactionResponse }
  retrieveTransaction: { request: null; answer: TransactionResponse }
  retrieveOrder: { request: null; answer: RetrieveOrderResponse }
  initiateAuthentication: { request: InitiateAuthenticationRequest; answer: TransactionResponse }
  authenticatePayer: { request: AuthenticatePayerRequest; answer: TransactionResponse }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequest; answer: TransactionResponse }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponse }
  createCheckoutSession: { request: CreateCheckoutSessionRequest; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequest; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequest; answer: SessionResponse }
  retrieveSession: { request: null; answer: SessionResponse }
  createToken: { request: TokenRequest; answer: TokenResponse }
  saveToken: { request: TokenRequest; answer: TokenResponse }
  retrieveToken: { request: null; answer: TokenResponse }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequest; answer: BalanceInquiryResponse }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponse }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponse }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Version 52. */
export interface ContractSince52 {
  authorize: { request: AuthorizeRequest; answer: TransactionResponse }
  pay: { request: AuthorizeRequest; answer: TransactionResponse }
  capture: { request: CaptureRequest; answer: TransactionResponse }
  refund: { request: RefundRequest; answer: TransactionResponse }
  void: { request: VoidRequest; answer: TransactionResponse }
  verify: { request: VerifyRequest; answer: VerifyResponse }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponse }
  referral: { request: ReferralRequest; answer: TransactionResponse }
  retrieveTransaction: { request: null; answer: TransactionResponse }
  retrieveOrder: { request: null; answer: RetrieveOrderResponse }
  initiateAuthentication: { request: InitiateAuthenticationRequest; answer: TransactionResponse }
  authenticatePayer: { request: AuthenticatePayerRequest; answer: TransactionResponse }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequest; answer: TransactionResponse }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponse }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince52; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequest; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequest; answer: SessionResponse }
  retrieveSession: { request: null; answer: SessionResponse }
  createToken: { request: TokenRequest; answer: TokenResponse }
  saveToken: { request: TokenRequest; answer: TokenResponse }
  retrieveToken: { request: null; answer: TokenResponse }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequest; answer: BalanceInquiryResponse }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Version 53. */
export interface ContractSince53 {
  authorize: { request: AuthorizeRequest; answer: TransactionResponse }
  pay: { request: AuthorizeRequest; answer: TransactionResponse }
  capture: { request: CaptureRequest; answer: TransactionResponse }
  refund: { request: RefundRequest; answer: TransactionResponse }
  void: { request: VoidRequest; answer: TransactionResponse }
  verify: { request: VerifyRequest; answer: VerifyResponse }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponse }
  referral: { request: ReferralRequest; answer: TransactionResponse }
  retrieveTransaction: { request: null; answer: TransactionResponse }
  retrieveOrder: { request: null; answer: RetrieveOrderResponse }
  initiateAuthentication: { request: InitiateAuthenticationRequest; answer: TransactionResponse }
  authenticatePayer: { request: AuthenticatePayerRequest; answer: TransactionResponse }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequest; answer: TransactionResponse }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponse }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince53; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequest; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequest; answer: SessionResponse }
  retrieveSession: { request: null; answer: SessionResponse }
  createToken: { request: TokenRequest; answer: TokenResponse }
  saveToken: { request: TokenRequest; answer: TokenResponse }
  retrieveToken: { request: null; answer: TokenResponse }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequest; answer: BalanceInquiryResponse }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Version 54. */
export interface ContractSince54 {
  authorize: { request: AuthorizeRequestSince54; answer: TransactionResponseSince54 }
  pay: { request: AuthorizeRequestSince54; answer: TransactionResponseSince54 }
  capture: { request: CaptureRequestSince54; answer: TransactionResponseSince54 }
  refund: { request: RefundRequestSince54; answer: TransactionResponseSince54 }
  void: { request: VoidRequest; answer: TransactionResponseSince54 }
  verify: { request: VerifyRequestSince54; answer: VerifyResponseSince54 }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponseSince54 }
  referral: { request: ReferralRequest; answer: TransactionResponseSince54 }
  retrieveTransaction: { request: null; answer: TransactionResponseSince54 }
  retrieveOrder: { request: null; answer: RetrieveOrderResponseSince54 }
  initiateAuthentication: { request: InitiateAuthenticationRequestSince54; answer: TransactionResponseSince54 }
  authenticatePayer: { request: AuthenticatePayerRequestSince54; answer: TransactionResponseSince54 }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequestSince54; answer: TransactionResponseSince54 }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponseSince54 }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince54; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequestSince54; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequestSince54; answer: SessionResponseSince54 }
  retrieveSession: { request: null; answer: SessionResponseSince54 }
  createToken: { request: TokenRequest; answer: TokenResponse }
  saveToken: { request: TokenRequest; answer: TokenResponse }
  retrieveToken: { request: null; answer: TokenResponse }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequestSince54; answer: BalanceInquiryResponse }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Versions 55 to 56. */
export interface ContractSince55 {
  authorize: { request: AuthorizeRequestSince54; answer: TransactionResponseSince55 }
  pay: { request: AuthorizeRequestSince54; answer: TransactionResponseSince55 }
  capture: { request: CaptureRequestSince54; answer: TransactionResponseSince55 }
  refund: { request: RefundRequestSince54; answer: TransactionResponseSince55 }
  void: { request: VoidRequest; answer: TransactionResponseSince55 }
  verify: { request: VerifyRequestSince54; answer: VerifyResponseSince55 }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponseSince55 }
  referral: { request: ReferralRequest; answer: TransactionResponseSince55 }
  retrieveTransaction: { request: null; answer: TransactionResponseSince55 }
  retrieveOrder: { request: null; answer: RetrieveOrderResponseSince55 }
  initiateAuthentication: { request: InitiateAuthenticationRequestSince54; answer: TransactionResponseSince55 }
  authenticatePayer: { request: AuthenticatePayerRequestSince54; answer: TransactionResponseSince55 }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequestSince54; answer: TransactionResponseSince55 }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponseSince54 }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince54; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequestSince54; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequestSince54; answer: SessionResponseSince54 }
  retrieveSession: { request: null; answer: SessionResponseSince54 }
  createToken: { request: TokenRequest; answer: TokenResponse }
  saveToken: { request: TokenRequest; answer: TokenResponse }
  retrieveToken: { request: null; answer: TokenResponse }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequestSince54; answer: BalanceInquiryResponse }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Versions 57 to 59. */
export interface ContractSince57 {
  authorize: { request: AuthorizeRequestSince54; answer: TransactionResponseSince57 }
  pay: { request: AuthorizeRequestSince54; answer: TransactionResponseSince57 }
  capture: { request: CaptureRequestSince54; answer: TransactionResponseSince57 }
  refund: { request: RefundRequestSince54; answer: TransactionResponseSince57 }
  void: { request: VoidRequest; answer: TransactionResponseSince57 }
  verify: { request: VerifyRequestSince54; answer: VerifyResponseSince57 }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponseSince57 }
  referral: { request: ReferralRequest; answer: TransactionResponseSince57 }
  retrieveTransaction: { request: null; answer: TransactionResponseSince57 }
  retrieveOrder: { request: null; answer: RetrieveOrderResponseSince57 }
  initiateAuthentication: { request: InitiateAuthenticationRequestSince54; answer: TransactionResponseSince57 }
  authenticatePayer: { request: AuthenticatePayerRequestSince54; answer: TransactionResponseSince57 }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequestSince54; answer: TransactionResponseSince57 }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponseSince57 }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince54; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequestSince54; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequestSince54; answer: SessionResponseSince54 }
  retrieveSession: { request: null; answer: SessionResponseSince54 }
  createToken: { request: TokenRequest; answer: TokenResponseSince57 }
  saveToken: { request: TokenRequest; answer: TokenResponseSince57 }
  retrieveToken: { request: null; answer: TokenResponseSince57 }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequestSince54; answer: BalanceInquiryResponseSince57 }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Versions 60 to 62. */
export interface ContractSince60 {
  authorize: { request: AuthorizeRequestSince54; answer: TransactionResponseSince60 }
  pay: { request: AuthorizeRequestSince54; answer: TransactionResponseSince60 }
  capture: { request: CaptureRequestSince60; answer: TransactionResponseSince60 }
  refund: { request: RefundRequestSince60; answer: TransactionResponseSince60 }
  void: { request: VoidRequest; answer: TransactionResponseSince60 }
  verify: { request: VerifyRequestSince54; answer: VerifyResponseSince60 }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponseSince60 }
  referral: { request: ReferralRequest; answer: TransactionResponseSince60 }
  retrieveTransaction: { request: null; answer: TransactionResponseSince60 }
  retrieveOrder: { request: null; answer: RetrieveOrderResponseSince60 }
  initiateAuthentication: { request: InitiateAuthenticationRequestSince54; answer: TransactionResponseSince60 }
  authenticatePayer: { request: AuthenticatePayerRequestSince54; answer: TransactionResponseSince60 }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequestSince54; answer: TransactionResponseSince60 }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponseSince60 }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince54; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequestSince54; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequestSince54; answer: SessionResponseSince54 }
  retrieveSession: { request: null; answer: SessionResponseSince54 }
  createToken: { request: TokenRequest; answer: TokenResponseSince57 }
  saveToken: { request: TokenRequest; answer: TokenResponseSince57 }
  retrieveToken: { request: null; answer: TokenResponseSince57 }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequestSince54; answer: BalanceInquiryResponseSince57 }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Versions 63 to 68. */
export interface ContractSince63 {
  authorize: { request: AuthorizeRequestSince54; answer: TransactionResponseSince60 }
  pay: { request: AuthorizeRequestSince54; answer: TransactionResponseSince60 }
  capture: { request: CaptureRequestSince60; answer: TransactionResponseSince60 }
  refund: { request: RefundRequestSince60; answer: TransactionResponseSince60 }
  void: { request: VoidRequest; answer: TransactionResponseSince60 }
  verify: { request: VerifyRequestSince54; answer: VerifyResponseSince60 }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponseSince60 }
  referral: { request: ReferralRequest; answer: TransactionResponseSince60 }
  retrieveTransaction: { request: null; answer: TransactionResponseSince60 }
  retrieveOrder: { request: null; answer: RetrieveOrderResponseSince60 }
  initiateAuthentication: { request: InitiateAuthenticationRequestSince54; answer: TransactionResponseSince60 }
  authenticatePayer: { request: AuthenticatePayerRequestSince54; answer: TransactionResponseSince60 }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequestSince54; answer: TransactionResponseSince60 }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponseSince60 }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince54; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequestSince54; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequestSince54; answer: SessionResponseSince54 }
  retrieveSession: { request: null; answer: SessionResponseSince54 }
  createToken: { request: TokenRequest; answer: TokenResponseSince57 }
  saveToken: { request: TokenRequest; answer: TokenResponseSince57 }
  retrieveToken: { request: null; answer: TokenResponseSince57 }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequestSince54; answer: BalanceInquiryResponseSince57 }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Versions 69 to 72. */
export interface ContractSince69 {
  authorize: { request: AuthorizeRequestSince69; answer: TransactionResponseSince69 }
  pay: { request: AuthorizeRequestSince69; answer: TransactionResponseSince69 }
  capture: { request: CaptureRequestSince69; answer: TransactionResponseSince69 }
  refund: { request: RefundRequestSince69; answer: TransactionResponseSince69 }
  void: { request: VoidRequest; answer: TransactionResponseSince69 }
  verify: { request: VerifyRequestSince69; answer: VerifyResponseSince69 }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponseSince69 }
  referral: { request: ReferralRequest; answer: TransactionResponseSince69 }
  retrieveTransaction: { request: null; answer: TransactionResponseSince69 }
  retrieveOrder: { request: null; answer: RetrieveOrderResponseSince69 }
  initiateAuthentication: { request: InitiateAuthenticationRequestSince54; answer: TransactionResponseSince69 }
  authenticatePayer: { request: AuthenticatePayerRequestSince54; answer: TransactionResponseSince69 }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequestSince69; answer: TransactionResponseSince69 }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponseSince69 }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince69; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequestSince69; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequestSince69; answer: SessionResponseSince69 }
  retrieveSession: { request: null; answer: SessionResponseSince69 }
  createToken: { request: TokenRequest; answer: TokenResponseSince69 }
  saveToken: { request: TokenRequest; answer: TokenResponseSince69 }
  retrieveToken: { request: null; answer: TokenResponseSince69 }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequestSince69; answer: BalanceInquiryResponseSince69 }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** Versions 73 to 100. */
export interface ContractSince73 {
  authorize: { request: AuthorizeRequestSince73; answer: TransactionResponseSince73 }
  pay: { request: AuthorizeRequestSince73; answer: TransactionResponseSince73 }
  capture: { request: CaptureRequestSince73; answer: TransactionResponseSince73 }
  refund: { request: RefundRequestSince73; answer: TransactionResponseSince73 }
  void: { request: VoidRequest; answer: TransactionResponseSince73 }
  verify: { request: VerifyRequestSince73; answer: VerifyResponseSince73 }
  updateAuthorization: { request: UpdateAuthorizationRequest; answer: TransactionResponseSince73 }
  referral: { request: ReferralRequest; answer: TransactionResponseSince73 }
  retrieveTransaction: { request: null; answer: TransactionResponseSince73 }
  retrieveOrder: { request: null; answer: RetrieveOrderResponseSince73 }
  initiateAuthentication: { request: InitiateAuthenticationRequestSince54; answer: TransactionResponseSince73 }
  authenticatePayer: { request: AuthenticatePayerRequestSince54; answer: TransactionResponseSince73 }
  check3dsEnrollment: { request: Check3DSecureEnrollmentRequest; answer: Check3DSecureEnrollmentResponse }
  processAcsResult: { request: ProcessACSResultRequest; answer: ProcessACSResultResponse }
  initiateBrowserPayment: { request: InitiateBrowserPaymentRequestSince73; answer: TransactionResponseSince73 }
  confirmBrowserPayment: { request: ConfirmBrowserPaymentRequest; answer: ConfirmBrowserPaymentResponseSince73 }
  createCheckoutSession: { request: CreateCheckoutSessionRequestSince73; answer: CreateCheckoutSessionResponse }
  createSession: { request: CreateSessionRequestSince73; answer: CreateSessionResponse }
  updateSession: { request: UpdateSessionRequestSince73; answer: SessionResponseSince73 }
  retrieveSession: { request: null; answer: SessionResponseSince73 }
  createToken: { request: TokenRequest; answer: TokenResponseSince69 }
  saveToken: { request: TokenRequest; answer: TokenResponseSince69 }
  retrieveToken: { request: null; answer: TokenResponseSince69 }
  deleteToken: { request: null; answer: DeleteTokenResponse }
  balanceInquiry: { request: BalanceInquiryRequestSince73; answer: BalanceInquiryResponseSince69 }
  paymentOptionsInquiry: { request: null; answer: PaymentOptionsInquiryResponseSince52 }
  postPaymentOptionsInquiry: { request: PaymentOptionsInquiryRequest; answer: PaymentOptionsInquiryResponseSince52 }
  checkGateway: { request: null; answer: CheckGatewayResponse }
}
/** The body of every request that could not be processed. */
export type RefusalBody = ErrorAnswer
interface AccountFundingRecipientAccount {
  /** How the account is funded. */
  fundingMethod?: 'CHARGE' | 'CREDIT' | 'DEBIT' | 'UNKNOWN'
  /** What names the account, in the form that identifierType says. Answers show it masked. */
  identifier?: string
  /** What kind of identifier names the account. */
  identifierType?: 'BANK_ACCOUNT_BIC' | 'BANK_ACCOUNT_IBAN' | 'BANK_ACCOUNT_NATIONAL' | 'CARD_NUMBER' | 'EMAIL_ADDRESS' | 'OTHER' | 'PHONE_NUMBER' | 'SOCIAL_NETWORK_PROFILE_ID' | 'STAGED_WALLET_USER_ID' | 'STORED_VALUE_WALLET_USER_ID'
}
interface AccountFundingRecipientAddress {
  /** The recipient's city or town. */
  city?: string
  /** The recipient's country. */
  country?: string
  /** The recipient's postcode or zip code. */
  postCodeZip?: string
  /** Code of the recipient's state or province. */
  stateProvinceCode?: string
  /** First line of the recipient's street address. */
  street?: string
  /** Second line of the recipient's street address. */
  street2?: string
}
interface Identification {
  /** Country that issued the identification. */
  country?: string
  /** Kind of identification. */
  type?: 'ALIEN_REGISTRATION_NUMBER' | 'BUSINESS_TAX_ID' | 'COMPANY_REGISTRATION_NUMBER' | 'CUSTOMER_IDENTIFICATION' | 'DATE_OF_BIRTH' | 'DRIVERS_LICENSE' | 'EMAIL' | 'GOVERNMENT_ISSUED' | 'INDIVIDUAL_TAX_ID' | 'LAW_ENFORCEMENT_IDENTIFICATION' | 'MILITARY_IDENTIFICATION' | 'NATIONAL_IDENTIFICATION_CARD' | 'OTHER' | 'PASSPORT' | 'PHONE_NUMBER' | 'PROXY_IDENTIFICATION' | 'SOCIAL_SECURITY_NUMBER' | 'TRAVEL_IDENTIFICATION'
  /** The identification itself. */
  value?: string
}
interface AccountFundingRecipient {
  /** The account that receives the money. */
  account?: AccountFundingRecipientAccount
  /** Where the recipient lives. */
  address?: AccountFundingRecipientAddress
  /** The recipient's country; the same as address.country. */
  country?: string
  /** The recipient's date of birth. */
  dateOfBirth?: string
  /** The recipient's first name. */
  firstName?: string
  /** How the recipient is identified. */
  identification?: Identification
  /** The recipient's last name. */
  lastName?: string
  /** The recipient's middle name. */
  middleName?: string
  /** The recipient's postcode; the same as address.postCodeZip. */
  postCodeZip?: string
  /** Code of the recipient's state or province; must exist where the country is USA or CAN. */
  stateProvinceCode?: string
}
interface AccountFunding {
  /** What the money is for. */
  purpose?: 'CRYPTOCURRENCY_PURCHASE' | 'MERCHANT_SETTLEMENT' | 'OTHER' | 'PAYROLL'
  /** Who receives the money. */
  recipient?: AccountFundingRecipient
  /** Whether payer and recipient are the same. */
  senderIsRecipient?: boolean
  /** What kind of payer sends the money. */
  senderType?: 'COMMERCIAL_ORGANIZATION' | 'GOVERNMENT' | 'NON_PROFIT_ORGANIZATION' | 'PERSON'
}
interface AuthorizeAgreementRecurring {
  /** Days from one payment to the next. */
  daysBetweenPayments?: number
}
interface AgreementRetailer {
  /** Short form of the retailer's trading name. */
  abbreviatedTradingName?: string
  /** Category of the retailer's business. */
  merchantCategoryCode?: string
  /** Name the retailer trades under. */
  tradingName?: string
}
interface AuthorizeAgreement {
  /** Whether every payment is of the same amount; must be given for recurring agreements. */
  amountVariability?: 'FIXED' | 'VARIABLE'
  /** Your own data about the agreement; no card data. */
  customData?: string
  /** Last day on which the agreement allows a payment. */
  expiryDate?: string
  /** Your identifier of the agreement; every payment you start from stored details names it. */
  id?: string
  /** Most that one payment may be, in the order's currency. */
  maximumAmountPerPayment?: string
  /** Least that one payment may be, in the order's currency. */
  minimumAmountPerPayment?: string
  /** Fewest days from one payment to the next. */
  minimumDaysBetweenPayments?: number
  /** How many payments the agreement allows. */
  numberOfPayments?: number
  /** How often payments are made. */
  paymentFrequency?: 'AD_HOC' | 'DAILY' | 'FORTNIGHTLY' | 'MONTHLY' | 'OTHER' | 'QUARTERLY' | 'TWICE_YEARLY' | 'WEEKLY' | 'YEARLY'
  /** How recurring payments follow one another. */
  recurring?: AuthorizeAgreementRecurring
  /** The retailer the payer has the agreement with, where that is not you. */
  retailer?: AgreementRetailer
  /** First day on which the agreement allows a payment. */
  startDate?: string
  /** Kind of the agreement; given with the first payment of a series. */
  type?: 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED'
}
interface AirlineItineraryLeg {
  /** Airline that flies this leg. */
  carrierCode?: string
  /** Ticket this leg is issued in conjunction with. */
  conjunctionTicketNumber?: string
  /** Coupon of the ticket that covers this leg. */
  couponNumber?: string
  /** Airport of departure, by its three-letter code. */
  departureAirport?: string
  /** Day of departure, local time. */
  departureDate?: string
  /** Tax charged for the departure. */
  departureTax?: string
  /** Time of departure, local time. */
  departureTime?: string
  /** Airport of arrival, by its three-letter code. */
  destinationAirport?: string
  /** Day of arrival, local time. */
  destinationArrivalDate?: string
  /** Time of arrival, local time. */
  destinationArrivalTime?: string
  /** Endorsements or restrictions printed on the ticket. */
  endorsementsRestrictions?: string
  /** Ticket that was exchanged for this leg. */
  exchangeTicketNumber?: string
  /** Fare of this leg. */
  fare?: string
  /** Code of the fare this leg was sold at. */
  fareBasis?: string
  /** Fees on this leg. */
  fees?: string
  /** Number of the flight. */
  flightNumber?: string
  /** Whether the payer may stop over. */
  stopoverPermitted?: boolean
  /** Taxes on this leg. */
  taxes?: string
  /** Class this leg is flown in. */
  travelClass?: string
}
interface AirlineItinerary {
  /** Legs of the journey, in the order they are flown. */
  leg?: readonly (AirlineItineraryLeg)[]
  /** How many travel together. */
  numberInParty?: string
  /** Country the journey starts in. */
  originCountry?: string
}
interface AirlinePassenger {
  /** The passenger's first name. */
  firstName?: string
  /** The passenger's number in the frequent-flyer programme. */
  frequentFlyerNumber?: string
  /** The passenger's last name. */
  lastName?: string
  /** The passenger's middle name. */
  middleName?: string
  /** Whatever else the ticket says of the passenger. */
  specificInformation?: string
  /** The passenger's title. */
  title?: string
}
interface AuthorizeAirlineTicketIssue {
  /** Where the ticket was issued. */
  address?: string
  /** Airline that issued the ticket. */
  carrierCode?: string
  /** Name of the airline that issued the ticket. */
  carrierName?: string
  /** City the ticket was issued in. */
  city?: string
  /** Country the ticket was issued in. */
  country?: string
  /** Day on which the ticket was issued. */
  date?: string
  /** Code of the travel agent. */
  travelAgentCode?: string
  /** Name of the travel agent. */
  travelAgentName?: string
}
interface TicketTaxOrFee {
  /** How much it is. */
  amount?: string
  /** Code of the tax or fee. */
  type?: string
}
interface AuthorizeAirlineTicket {
  /** Whether it was issued in conjunction with other tickets. */
  conjunctionTicketIndicator?: boolean
  /** Whether it is electronic. */
  eTicket?: boolean
  /** Ticket it was issued in exchange for. */
  exchangedTicketNumber?: string
  /** Who issued the ticket, where and when. */
  issue?: AuthorizeAirlineTicketIssue
  /** Whether a refund of the ticket is restricted. */
  restricted?: boolean
  /** Taxes and fees of the ticket, one by one. */
  taxOrFee?: readonly (TicketTaxOrFee)[]
  /** Number of the ticket. */
  ticketNumber?: string
  /** Fare of all legs. */
  totalFare?: string
  /** Fees of all legs. */
  totalFees?: string
  /** Taxes of all legs. */
  totalTaxes?: string
}
interface AuthorizeAirline {
  /** Reference of the booking. */
  bookingReference?: string
  /** Kind of document the payer is charged for. */
  documentType?: 'ADDITIONAL_COLLECTION' | 'AGENCY_EXCHANGE_ORDER' | 'AGENCY_GROUP_TICKET' | 'AGENCY_MISCELLANEOUS_CHARGE_ORDER' | 'AGENCY_PASSENGER_TICKET' | 'AGENCY_TOUR_ORDER_OR_VOUCHER' | 'AIR_FREIGHT' | 'ANIMAL_TRANSPORTATION_CHARGE' | 'CATALOGUE_MERCHANDISE_ORDERED' | 'CLUB_MEMBERSHIP_FEE' | 'COUPON_BOOK' | 'CREDIT_CLASS_SERVICE_ADJUSTMENT' | 'CREDIT_DENIED_BOARDING' | 'CREDIT_EXCHANGE_REFUND' | 'CREDIT_LOST_TICKET_REFUND' | 'CREDIT_MISCELLANEOUS_REFUND' | 'CREDIT_MULTIPLE_UNUSED_TICKETS' | 'CREDIT_OVERCHARGE_ADJUSTMENT' | 'CREDIT_UNUSED_TRANSPORTATION' | 'DEBT_ADJUSTMENT_DUPLICATE_REFUND_OR_USE' | 'DUTY_FREE_SALE' | 'EXCESS_BAGGAGE' | 'EXCHANGE_ADJUSTMENT' | 'EXCHANGE_ORDER' | 'FIREARMS_CASE' | 'FREQUENT_FLYER_FEE_OR_PURCHASE' | 'FREQUENT_FLYER_FULFILLMENT' | 'FREQUENT_FLYER_OVERNIGHT_DELIVERY_CHARGE' | 'GROUP_TICKET' | 'IN_FLIGHT_ADJUSTMENT' | 'IN_FLIGHT_CHARGES' | 'IN_FLIGHT_DUTY_FREE_PURCHASE' | 'IN_FLIGHT_MERCHANDISE_ORDERED' | 'IN_FLIGHT_PHONE_CHARGES' | 'KENNEL_CHARGE' | 'LOST_TICKET_APPLICATION' | 'MISCELLANEOUS_CHARGE_ORDER_OR_PREPAID_TICKET_ADVICE' | 'MISCELLANEOUS_TAXES_FEES' | 'PASSENGER_TICKET' | 'SELF_SERVICE_TICKETS' | 'SENIOR_CITIZEN_DISCOUNT_BOOKLETS' | 'SMALL_PACKAGE_DELIVERY' | 'SPECIAL_SERVICE_TICKET' | 'SUPPORTED_REFUND' | 'TICKET_BY_MAIL' | 'TOUR_DEPOSIT' | 'TOUR_ORDER_VOUCHER' | 'UNDERCHARGE_ADJUSTMENT' | 'UNSUPPORTED_REFUND' | 'UPGRADE_CHARGE' | 'VENDOR_REFUND_CREDIT' | 'VENDOR_SALE'
  /** Where the journey goes. */
  itinerary?: AirlineItinerary
  /** Who flies. */
  passenger?: readonly (AirlinePassenger)[]
  /** Plan your acquirer gave you for airline payments. */
  planNumber?: string
  /** The ticket. */
  ticket?: AuthorizeAirlineTicket
  /** What the payment does for the ticket. */
  transactionType?: 'EXCHANGE_TICKET' | 'MISCELLANEOUS_CHARGE' | 'PURCHASE' | 'REFUND' | 'TOUR_ORDER'
}
interface Authentication3ds {
  /** The issuer's electronic commerce indicator. */
  acsEci?: string
  /** Proof of the authentication; pass it on unaltered. */
  authenticationToken?: string
  /** The scheme's identifier of the authentication. */
  transactionId?: string
}
interface Authentication3ds2 {
  /** Identifier the 3-D Secure server gave. */
  '3dsServerTransactionId'?: string
  /** Identifier the issuer's server gave. */
  acsTransactionId?: string
  /** Identifier the scheme's directory server gave. */
  dsTransactionId?: string
  /** Version of the protocol, such as 2.2.0. */
  protocolVersion?: string
  /** Why the status is what it is. */
  statusReasonCode?: string
  /** What the issuer says: Y authenticated, A attempted, N failed, R rejected, U unavailable, C challenge. */
  transactionStatus?: 'A' | 'C' | 'D' | 'I' | 'N' | 'R' | 'U' | 'Y'
}
interface AuthorizeAuthentication {
  /** Proof of an authentication made elsewhere. */
  '3ds'?: Authentication3ds
  /** How an authentication made elsewhere went. */
  '3ds2'?: Authentication3ds2
  /** The transaction of this order in which the gateway authenticated the payer. */
  transactionId?: string
}
interface BillingAddress {
  /** City or town. */
  city?: string
  /** Company at this address. */
  company?: string
  /** Country, as its three-letter code. */
  country?: string
  /** Postcode or zip code. */
  postcodeZip?: string
  /** State or province by name. */
  stateProvince?: string
  /** State or province by code: what follows the hyphen in ISO 3166-2. Helps payer authentication. */
  stateProvinceCode?: string
  /** First line of the street address; answers join both lines by ", " and cut them at 100 characters. */
  street?: string
  /** Second line of the street address. */
  street2?: string
}
interface Billing {
  /** The address the payer's card is registered at; used for address verification. */
  address?: BillingAddress
}
interface ConstraintsPaymentPlans {
  /** Months before the first payment that you offer. */
  numberOfDeferrals?: number
  /** Payments that you offer. */
  numberOfPayments?: number
  /** Plans you offer for this order; an empty list offers none. Without it, all that you have are offered. */
  supported?: readonly (string)[]
}
interface Constraints {
  /** Payment plans the payer may choose from. */
  paymentPlans?: ConstraintsPaymentPlans
}
interface CruiseCompanyContact {
  /** Telephone of the company. */
  companyPhone?: string
  /** Telephone of its customer service. */
  customerServicePhone?: string
}
interface CruiseCompany {
  /** How to reach the company. */
  contact?: CruiseCompanyContact
}
interface CruiseDeparturePortAddress {
  /** City of the port. */
  city?: string
  /** Country of the port. */
  country?: string
  /** Postcode of the port. */
  postCodeZip?: string
  /** Code of the state or province of the port. */
  stateProvinceCode?: string
  /** First line of the port's street address. */
  street?: string
  /** Second line of the port's street address. */
  street2?: string
}
interface CruiseDeparturePort {
  /** Address of the port. */
  address?: CruiseDeparturePortAddress
}
interface CruisePassenger {
  /** The passenger's first name. */
  firstName?: string
  /** Number of the passenger's account on board. */
  folioNumber?: string
  /** The passenger's last name. */
  lastName?: string
  /** The passenger's middle name. */
  middleName?: string
  /** The passenger's title. */
  title?: string
}
interface Cruise {
  /** Reference of the booking. */
  bookingReference?: string
  /** The cruise line. */
  company?: CruiseCompany
  /** Day on which the ship sails. */
  departureDate?: string
  /** Port the ship sails from. */
  departurePort?: CruiseDeparturePort
  /** Who travels. */
  passenger?: readonly (CruisePassenger)[]
  /** Day on which the voyage ends. */
  returnDate?: string
  /** Name of the ship. */
  shipName?: string
  /** Code of the travel agent. */
  travelAgentCode?: string
  /** Name of the travel agent. */
  travelAgentName?: string
  /** What the price includes, separated by commas. */
  travelPackageItems?: string
}
interface Customer {
  /** The payer's e-mail address. */
  email?: string
  /** The payer's first name. */
  firstName?: string
  /** How the payer is identified. CUSTOMER_IDENTIFICATION is your own reference of the payer, by which checkout finds the cards that the payer saved. */
  identification?: Identification
  /** The payer's last name. */
  lastName?: string
  /** The payer's middle name. */
  middleName?: string
  /** The payer's mobile telephone. */
  mobilePhone?: string
  /** The payer's telephone. */
  phone?: string
  /** The payer's tax registration. */
  taxRegistrationId?: string
}
interface DeviceBrowserDetails {
  /** Width and height, in pixels, of the frame you show the challenge in. */
  '3DSecureChallengeWindowSize'?: '250_X_400' | '390_X_400' | '500_X_600' | '600_X_400' | 'FULL_SCREEN'
  /** The Accept header the browser sent. */
  acceptHeaders?: string
  /** The Accept-Language header the browser sent. */
  acceptLanguage?: string
  /** Bits per pixel of the screen. */
  colorDepth?: number
  /** Whether the browser can run Java. */
  javaEnabled?: boolean
  /** Whether the browser runs JavaScript. */
  javaScriptEnabled?: boolean
  /** Language of the browser. */
  language?: string
  /** Height of the screen in pixels. */
  screenHeight?: number
  /** Width of the screen in pixels. */
  screenWidth?: number
  /** Minutes from the payer's local time to UTC, as getTimezoneOffset gives them; may be negative. */
  timeZone?: number
}
interface AuthorizeDevice {
  /** Telephone number the order came from. */
  ani?: string
  /** Kind of telephone the order came from. */
  aniCallType?: string
  /** The User-Agent header the browser sent. */
  browser?: string
  /** What the browser can do; payer authentication asks for it. */
  browserDetails?: DeviceBrowserDetails
  /** What your device profiling learned about the device. */
  fingerprint?: string
  /** Host the payer connected from. */
  hostname?: string
  /** Address the payer connected from; long enough for IPv6 from version 69 on. */
  ipAddress?: string
}
interface Initiator {
  /** Who of yours asked for it. */
  userId?: string
}
interface OrderDiscount {
  /** Discount on the order. */
  amount?: string
  /** Code under which the discount was given. */
  code?: string
  /** Why the discount was given. */
  description?: string
}
interface ItemDetailTax {
  /** Tax charged. */
  amount?: string
  /** Rate of the tax. */
  rate?: string
  /** Name of the tax. */
  type?: string
}
interface ItemDetail {
  /** Further data your acquirer asked for, as JSON text. */
  acquirerCustom?: string
  /** Commodity code of the item. */
  commodityCode?: string
  /** Taxes on the item. */
  tax?: readonly (ItemDetailTax)[]
  /** Rate of the discount on one unit. */
  unitDiscountRate?: string
  /** Rate of the tax on one unit. */
  unitTaxRate?: string
  /** Name of the tax on one unit. */
  unitTaxType?: string
  /** Standard products and services code. */
  unspsc?: string
  /** Universal product code. */
  upc?: string
}
interface Item {
  /** Brand of the item. */
  brand?: string
  /** Your category of the item. */
  category?: string
  /** What the item is. */
  description?: string
  /** Further data of the item. */
  detail?: ItemDetail
  /** The industry the item belongs to. */
  industryCategory?: 'HEALTHCARE_DENTAL' | 'HEALTHCARE_OTHER' | 'HEALTHCARE_PRESCRIPTION' | 'HEALTHCARE_VISION'
  /** Name of the item. */
  name: string
  /** How many units. */
  quantity: string
  /** Your stock-keeping number. */
  sku?: string
  /** Discount on one unit. */
  unitDiscountAmount?: string
  /** What one unit is. */
  unitOfMeasure?: string
  /** Price of one unit. */
  unitPrice: string
  /** Tax on one unit. */
  unitTaxAmount?: string
}
interface OrderMarketplace {
  /** Where the retailers of this order are. */
  retailerLocation?: 'DOMESTIC_ONLY' | 'FOREIGN_AND_DOMESTIC' | 'FOREIGN_ONLY'
}
interface Address {
  /** City or town. */
  city?: string
  /** Company at this address. */
  company?: string
  /** Country, as its three-letter code. */
  country?: string
  /** Postcode or zip code. */
  postcodeZip?: string
  /** State or province by name. */
  stateProvince?: string
  /** First line of the street address; answers join both lines by ", " and cut them at 100 characters. */
  street?: string
  /** Second line of the street address. */
  street2?: string
}
interface OrderStatementDescriptor {
  /** Address for the payer's statement. */
  address?: Address
  /** Name for the payer's statement. */
  name?: string
  /** Telephone number for the payer's statement. */
  phone?: string
  /** Website for the payer's statement. */
  websiteUrl?: string
}
interface AuthorizeOrderSubMerchant {
  /** Where the sub-merchant is. */
  address?: Address
  /** Industry code of the sub-merchant. */
  bankIndustryCode?: string
  /** E-mail address of the sub-merchant. */
  email?: string
  /** Your identifier of the sub-merchant. */
  identifier?: string
  /** Telephone number of the sub-merchant. */
  phone?: string
  /** Legal name of the sub-merchant. */
  registeredName?: string
  /** Name on the payer's statement; some networks cut it. */
  tradingName?: string
  /** The sub-merchant's website. */
  websiteUrl?: string
}
interface OrderValueTransfer {
  /** What is loaded with the money. */
  accountType?: 'GIFT_CARD_LOAD' | 'NOT_A_TRANSFER' | 'OTHER' | 'PREPAID_LOAD'
  /** Value that is transferred. */
  amount?: string
  /** Currency of the value; that of the order unless given. */
  currency?: string
  /** Cards loaded; 1 for PREPAID_LOAD, otherwise 0, unless given. */
  numberOfCards?: number
}
interface AuthorizeOrder {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: AuthorizeOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface AuthorizePaymentPlan {
  /** Plan as somebody else numbers it. */
  externalPlanId?: string
  /** Months before the first payment is due. */
  numberOfDeferrals?: string
  /** Payments the amount is divided into. */
  numberOfPayments: string
  /** The plan, as your payment provider numbers it. */
  planId: string
}
interface PosTerminalMobile {
  /** How the card reader is attached to the mobile device. */
  cardInputDevice?: 'BUILT_IN' | 'INTEGRATED_DONGLE' | 'SEPARATE_DONGLE'
}
interface PosTerminalStore {
  /** Your identifier of the store. */
  id?: string
  /** Name of the store. */
  name?: string
}
interface PosTerminal {
  /** Where the terminal stands; EMV tag 9F1A holds its country. */
  address?: Address
  /** Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards. */
  attended?: 'ATTENDED' | 'SEMI_ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED'
  /** Which payments the terminal can take. */
  cardPresenceCapability?: 'CARD_NOT_PRESENT' | 'CARD_PRESENT' | 'CARD_PRESENT_AND_CARD_NOT_PRESENT'
  /** Kind of self-service terminal; NOT_CARDHOLDER_ACTIVATED for a card that is present, unless given. */
  cardholderActivated?: 'AUTOMATED_DISPENSING_MACHINE_WITH_PIN' | 'ELECTRONIC_COMMERCE' | 'IN_FLIGHT_COMMERCE' | 'LIMITED_AMOUNT_TERMINAL' | 'MPOS_ACCEPTANCE_DEVICE' | 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL' | 'TRANSPONDER_TRANSACTION'
  /** How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible). */
  entryMode?: string
  /** How the terminal can read cards (EMV tag 9F33). */
  inputCapability?: 'BARCODE' | 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'CONTACTLESS_OR_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE' | 'UNKNOWN' | 'VOICE_AUDIO_RESPONSE'
  /** Your name of the lane or till (EMV tag 9F1C); answers call it name. */
  lane?: string
  /** Whose terminal it is and where it stands. PAYER_TERMINAL_OFF_PREMISES for mobile wallets unless given. */
  location?: 'MERCHANT_TERMINAL_OFF_PREMISES' | 'MERCHANT_TERMINAL_ON_PREMISES' | 'NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE' | 'PAYER_TERMINAL_OFF_PREMISES' | 'PAYER_TERMINAL_ON_PREMISES'
  /** The mobile device, where that is the terminal. */
  mobile?: PosTerminalMobile
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
  /** How the card number was entered (EMV tag 9F39). */
  panEntryMode?: 'BARCODE_READER' | 'CHIP' | 'CHIP_FALLBACK' | 'CONTACTLESS' | 'ECOMMERCE' | 'KEYED' | 'MOBILE_COMMERCE' | 'OPTICAL_CHARACTER_READER' | 'RFID_CHIP' | 'RFID_STRIPE' | 'SWIPE' | 'SWIPE_WITH_SIGNATURE' | 'UNKNOWN' | 'VOICE_AUTHORIZATION' | 'VOICE_RESPONSE'
  /** Whether a PIN can be entered (EMV tag 9F33). */
  pinEntryCapability?: 'OFFLINE_PIN_ONLY' | 'PIN_NOT_SUPPORTED' | 'PIN_PAD_INOPERATIVE' | 'PIN_SUPPORTED' | 'SOFTWARE_ONLINE_PIN_ONLY' | 'UNKNOWN'
  /** Longest PIN the terminal can take. */
  pinLengthCapability?: number
  /** Serial number of the terminal. */
  serialNumber?: string
  /** The store the terminal stands in. */
  store?: PosTerminalStore
}
interface ResponseControls {
  /** MASK (default) or, with the privilege for it, UNMASK. */
  sensitiveData?: string
}
interface Session {
  /** A session whose values fill what the request leaves out. */
  id?: string
  /** The version of the session you mean; another one refuses the request. */
  version?: string
}
interface ShippingAddress {
  /** City or town. */
  city?: string
  /** Company at this address. */
  company?: string
  /** Country, as its three-letter code. */
  country?: string
  /** Postcode or zip code. */
  postcodeZip?: string
  /** Whether goods go to the billing address; unless given, the gateway compares the two. */
  sameAsBilling?: 'DIFFERENT' | 'SAME' | 'UNKNOWN'
  /** Whether you have shipped to this address before. */
  source?: 'ADDRESS_ON_FILE' | 'NEW_ADDRESS'
  /** State or province by name. */
  stateProvince?: string
  /** State or province by code: what follows the hyphen in ISO 3166-2. Helps payer authentication. */
  stateProvinceCode?: string
  /** First line of the street address; answers join both lines by ", " and cut them at 100 characters. */
  street?: string
  /** Second line of the street address. */
  street2?: string
}
interface ShippingContact {
  /** The recipient's e-mail address. */
  email?: string
  /** The recipient's first name. */
  firstName?: string
  /** The recipient's last name. */
  lastName?: string
  /** The recipient's mobile telephone. */
  mobilePhone?: string
  /** The recipient's telephone. */
  phone?: string
  /** Whether the recipient's name is that of the cardholder. */
  sameAsBilling?: 'DIFFERENT' | 'SAME' | 'UNKNOWN'
}
interface ShippingOrigin {
  /** Postcode the goods are sent from. */
  postcodeZip?: string
}
interface Shipping {
  /** Where the goods are sent. */
  address?: ShippingAddress
  /** Who receives the goods. */
  contact?: ShippingContact
  /** How the goods travel: GROUND takes 4 days or more, PRIORITY 2 or 3. */
  method?: 'ELECTRONIC' | 'GROUND' | 'NOT_SHIPPED' | 'OVERNIGHT' | 'PICKUP' | 'PRIORITY' | 'SAME_DAY'
  /** Where the goods come from. */
  origin?: ShippingOrigin
}
interface ProvidedAch {
  /** Kind of bank account. */
  accountType?: 'CONSUMER_CHECKING' | 'CONSUMER_SAVINGS' | 'CORPORATE_CHECKING'
  /** Name of the account holder. */
  bankAccountHolder?: string
  /** Number of the bank account. */
  bankAccountNumber?: string
  /** Routing number of the bank. */
  routingNumber?: string
  /** How the payer gave authority for the payment. */
  secCode?: 'PPD' | 'TEL' | 'WEB'
}
interface CardDevicePayment3DSecure {
  /** Electronic commerce indicator from the decrypted payment token. */
  eciIndicator?: string
  /** Cryptogram from the decrypted payment token. */
  onlinePaymentCryptogram?: string
}
interface CardDevicePayment {
  /** Payment data of the 3DSECURE format. */
  '3DSecure'?: CardDevicePayment3DSecure
  /** How the device wrapped its payment data. */
  cryptogramFormat?: '3DSECURE' | 'EMV'
  /** Electronic commerce indicator; not for wallets or scheme tokens. */
  eciIndicator?: string
  /** Cryptogram from the decrypted payment token. */
  onlinePaymentCryptogram?: string
}
interface CardExpiry {
  /** Month in which the card expires; "01" and "1" are the same. */
  month: string
  /** Year in which the card expires, counted from 2000. */
  year: string
}
interface CardMaskedFpanExpiry {
  /** Month in which the funding card expires. */
  month?: string
  /** Year in which the funding card expires, counted from 2000. */
  year?: string
}
interface CardMobileWallet3DSecure {
  /** Electronic commerce indicator of the wallet payment. */
  eciIndicator?: string
  /** Cryptogram the wallet produced. */
  onlinePaymentCryptogram: string
}
interface CardMobileWallet {
  /** Payment data of the 3DSECURE format. */
  '3DSecure'?: CardMobileWallet3DSecure
  /** How the wallet wrapped its payment data. */
  cryptogramFormat: '3DSECURE' | 'EMV'
}
interface CardP2pe {
  /** Leading digits the decrypted number must have, or the request is refused. */
  cardBin?: string
  /** What the terminal says of its encryption; INVALID declines the transaction. */
  encryptionState?: 'INVALID' | 'VALID'
  /** Initialisation vector, where the terminal used one. */
  initializationVector?: string
  /** Key serial number of the terminal key. */
  keySerialNumber: string
  /** Card data encrypted by the terminal; never kept. */
  payload: string
}
interface CardPin {
  /** What the terminal says of its encryption. */
  encryptionState?: 'INVALID' | 'VALID'
  /** Key serial number of the PIN key. */
  keySerialNumber?: string
  /** The key set the PIN key belongs to. */
  keySetId?: string
  /** The encrypted PIN block; passed to the acquirer only. */
  payload: string
}
interface SourceOfFundsProvidedCard {
  /** The account behind a debit-network card. */
  accountType?: 'CHECKING' | 'SAVINGS'
  /** A payment made with a device wallet. */
  devicePayment?: CardDevicePayment
  /** EMV tags of the terminal, from the permitted list. */
  emvRequest?: string
  /** When the card expires. */
  expiry?: CardExpiry
  /** Funding card number behind a device number, masked 6.4. */
  maskedFpan?: string
  /** When the funding card expires. */
  maskedFpanExpiry?: CardMaskedFpanExpiry
  /** A payment made with a mobile wallet. */
  mobileWallet?: CardMobileWallet
  /** The cardholder's name as the card shows it. */
  nameOnCard?: string
  /** The card number. */
  number?: string
  /** Card data encrypted at the point of entry. */
  p2pe?: CardP2pe
  /** The PIN entered at the point of sale; passed to the acquirer, never kept. */
  pin?: CardPin
  /** The security code printed on the card; used once, never kept. */
  securityCode?: string
  /** Tells cards of the same number apart. */
  sequenceNumber?: string
  /** Whether you hold, or are about to hold, these details for later payments. */
  storedOnFile?: 'NOT_STORED' | 'STORED' | 'TO_BE_STORED'
  /** Track 1 as read from the magstripe. */
  track1?: string
  /** Track 2 as read from the magstripe; must match number and expiry. */
  track2?: string
}
interface ProvidedDirectDebitCanada {
  /** Kind of bank account. */
  accountType?: 'CONSUMER_CHECKING' | 'CONSUMER_SAVINGS'
  /** Name of the account holder. */
  bankAccountHolder: string
  /** Number of the bank account. */
  bankAccountNumber: string
  /** Number of the financial institution. */
  financialInstitutionNumber: string
  /** Number of the branch. */
  transitNumber: string
}
interface ProvidedEbt {
  /** Which benefits pay. */
  accountType?: 'CASH_BENEFITS' | 'EWIC_BENEFITS' | 'SNAP_BENEFITS'
  /** Approval code obtained by voice. */
  manualAuthorizationCode?: string
  /** Your number with the nutrition service. */
  merchantFns?: string
  /** Number of the paper voucher. */
  voucherNumber?: string
}
interface ProvidedGiftCard {
  /** The brand you expect the gift card to have. */
  expectedLocalBrand?: string
  /** Number of the gift card. */
  number?: string
  /** PIN of the gift card; used once, never kept. */
  pin?: string
}
interface ProvidedProviderB {
  /** The payer's account with the provider. */
  accountEmail: string
}
interface ProvidedSepa {
  /** Name of the account holder. */
  bankAccountHolder: string
  /** The bank's identifier code. */
  bic: string
  /** International number of the bank account. */
  iban: string
}
interface SourceOfFundsProvided {
  /** A bank account in the United States. */
  ach?: ProvidedAch
  /** Card details. */
  card?: SourceOfFundsProvidedCard
  /** A bank account in Canada. */
  directDebitCanada?: ProvidedDirectDebitCanada
  /** Electronic benefits. */
  ebt?: ProvidedEbt
  /** A gift card. */
  giftCard?: ProvidedGiftCard
  /** An account with provider B. */
  providerB?: ProvidedProviderB
  /** A bank account in the single euro payments area. */
  sepa?: ProvidedSepa
}
interface AuthorizeSourceOfFunds {
  /** Details given in the request itself. */
  provided?: SourceOfFundsProvided
  /** A token you saved card details under. */
  token?: string
  /** Who asked the scheme for the token. */
  tokenRequestorID?: string
  /** Kind of account that pays. */
  type?: 'ACH' | 'BROWSER_PAYMENT' | 'CARD' | 'DIRECT_DEBIT_CANADA' | 'EBT_CARD' | 'GIFT_CARD' | 'PROVIDER_A' | 'PROVIDER_B' | 'SCHEME_TOKEN' | 'SEPA'
}
interface TransactionAcquirer {
  /** Data for your acquirer; no card data. */
  customData?: string
  /** The network's trace of the first transaction of a series. */
  traceId?: string
  /** The acquirer's identifier of the transaction. */
  transactionId?: string
}
interface TransactionServiceLocation {
  /** City where the service was given. */
  city?: string
  /** Country where the service was given. */
  country?: string
  /** Postcode where the service was given. */
  postCodeZip?: string
  /** State or province where the service was given. */
  stateProvinceCode?: string
}
interface AuthorizeTransaction {
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount of the transaction. */
  amount?: string
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Discount in the amount. */
  discountAmount?: string
  /** Duty in the amount. */
  dutyAmount?: string
  /** Whether it is one of a series, as older versions said it; kept, but agreement is what counts. */
  frequency?: string
  /** Line items of the transaction. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** Taxes in the amount. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface AuthorizeRequest {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: AuthorizeOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: AuthorizePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransaction
}
interface ChargebackAnswer {
  /** Charged back, less what was reversed of it. */
  amount: number
  /** Currency of the order. */
  currency: string
}
interface DiscountAnswer {
  /** Discount on the order. */
  amount?: number
  /** Code under which the discount was given. */
  code?: string
  /** Why the discount was given. */
  description?: string
}
interface ItemAnswerDetailTax {
  /** Tax charged. */
  amount?: number
  /** Rate of the tax. */
  rate?: number
  /** Name of the tax. */
  type?: string
}
interface ItemAnswerDetail {
  /** Further data your acquirer asked for, as JSON text. */
  acquirerCustom?: string
  /** Commodity code of the item. */
  commodityCode?: string
  /** Taxes on the item. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Rate of the discount on one unit. */
  unitDiscountRate?: number
  /** Rate of the tax on one unit. */
  unitTaxRate?: number
  /** Name of the tax on one unit. */
  unitTaxType?: string
  /** Standard products and services code. */
  unspsc?: string
  /** Universal product code. */
  upc?: string
}
interface ItemAnswer {
  /** Brand of the item. */
  brand?: string
  /** Your category of the item. */
  category?: string
  /** What the item is. */
  description?: string
  /** Further data of the item. */
  detail?: ItemAnswerDetail
  /** The industry the item belongs to. */
  industryCategory?: 'HEALTHCARE_DENTAL' | 'HEALTHCARE_OTHER' | 'HEALTHCARE_PRESCRIPTION' | 'HEALTHCARE_VISION'
  /** Name of the item. */
  name: string
  /** How many units. */
  quantity: number
  /** Your stock-keeping number. */
  sku?: string
  /** Discount on one unit. */
  unitDiscountAmount?: number
  /** What one unit is. */
  unitOfMeasure?: string
  /** Price of one unit. */
  unitPrice: number
  /** Tax on one unit. */
  unitTaxAmount?: number
}
interface AddressAnswer {
  /** City or town. */
  city?: string
  /** Company at this address. */
  company?: string
  /** Country, as its three-letter code. */
  country?: string
  /** Postcode or zip code. */
  postcodeZip?: string
  /** State or province by name. */
  stateProvince?: string
  /** First line of the street address; answers join both lines by ", " and cut them at 100 characters. */
  street?: string
}
interface StatementDescriptorAnswer {
  /** Address for the payer's statement. */
  address?: AddressAnswer
  /** Name for the payer's statement. */
  name?: string
  /** Telephone number for the payer's statement. */
  phone?: string
  /** Website for the payer's statement. */
  websiteUrl?: string
}
interface SubMerchantAnswer {
  /** Where the sub-merchant is. */
  address?: AddressAnswer
  /** Industry code of the sub-merchant. */
  bankIndustryCode?: string
  /** E-mail address of the sub-merchant. */
  email?: string
  /** Your identifier of the sub-merchant. */
  identifier?: string
  /** Telephone number of the sub-merchant. */
  phone?: string
  /** Legal name of the sub-merchant. */
  registeredName?: string
  /** Name on the payer's statement; some networks cut it. */
  tradingName?: string
  /** The sub-merchant's website. */
  websiteUrl?: string
}
interface ValueTransferAnswer {
  /** What is loaded with the money. */
  accountType?: 'GIFT_CARD_LOAD' | 'NOT_A_TRANSFER' | 'OTHER' | 'PREPAID_LOAD'
  /** Value that is transferred. */
  amount?: number
  /** Currency of the value; that of the order unless given. */
  currency?: string
  /** Cards loaded; 1 for PREPAID_LOAD, otherwise 0, unless given. */
  numberOfCards?: number
}
interface WalletAnswerNetworkCCheckout {
  /** The wallet's identifier of the checkout. */
  callId?: string
}
interface WalletAnswer {
  /** Network C's wallet. */
  networkCCheckout?: WalletAnswerNetworkCCheckout
}
interface OrderAnswer {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
}
interface AuthorizeResponseAnswerCardSecurityCode {
  /** The acquirer's own code. */
  acquirerCode?: string
  /** Whether the security code was right. */
  gatewayCode?: 'MATCH' | 'NOT_PRESENT' | 'NOT_PROCESSED' | 'NOT_SUPPORTED' | 'NO_MATCH'
}
interface AuthorizeResponseAnswerCardholderVerificationAvs {
  /** The acquirer's own code. */
  acquirerCode?: string
  /** How the billing address compares with what the issuer knows. */
  gatewayCode?: 'ADDRESS_MATCH' | 'ADDRESS_ZIP_MATCH' | 'NAME_ADDRESS_MATCH' | 'NAME_MATCH' | 'NAME_ZIP_MATCH' | 'NOT_AVAILABLE' | 'NOT_REQUESTED' | 'NOT_VERIFIED' | 'NO_MATCH' | 'SERVICE_NOT_AVAILABLE_RETRY' | 'SERVICE_NOT_SUPPORTED' | 'ZIP_MATCH'
}
interface AuthorizeResponseAnswerCardholderVerificationDetailedVerification {
  /** How this element compares with what the issuer knows. */
  gatewayCode?: 'MATCHED' | 'NOT_CHECKED' | 'NOT_MATCHED' | 'NOT_PROVIDED' | 'SERVICE_NOT_AVAILABLE_RETRY' | 'SERVICE_NOT_SUPPORTED'
  /** The element compared. */
  type?: 'BILLING_PHONE' | 'BILLING_POSTCODE_ZIP' | 'BILLING_STREET_ADDRESS' | 'CARDHOLDER_NAME' | 'CUSTOMER_EMAIL'
}
interface AuthorizeResponseAnswerCardholderVerification {
  /** Address verification. */
  avs?: AuthorizeResponseAnswerCardholderVerificationAvs
  /** Verification by element. */
  detailedVerification?: readonly (AuthorizeResponseAnswerCardholderVerificationDetailedVerification)[]
}
interface AuthorizeResponseAnswerRecurringPaymentAdvice {
  /** The acquirer's advice on later payments. */
  acquirerCode?: string
}
interface AuthorizeResponseAnswerRiskReview {
  /** What the reviewer decided. */
  decision?: 'ACCEPTED' | 'NOT_REQUIRED' | 'PENDING' | 'REJECTED'
  /** Why; MANUAL_OVERRIDE when you accepted what was rejected. */
  decisionReason?: string
  /** The reviewer's note. */
  note?: string
  /** When it was decided. */
  timeOfDecision?: string
  /** Who decided. */
  userId?: string
}
interface AuthorizeResponseAnswerRiskRule {
  /** What the rule looked at. */
  data?: string
  /** Identifier of the rule. */
  id?: string
  /** Name of the rule. */
  name?: string
  /** What the rule recommends. */
  recommendation?: 'ACCEPT' | 'NO_ACTION' | 'REJECT' | 'REVIEW'
  /** What the rule adds to the total. */
  score?: number
  /** Whose rule it is. */
  type?: 'ERROR' | 'EXTERNAL_RULE' | 'MERCHANT_RULE' | 'MSO_RULE'
}
interface AuthorizeResponseAnswerRisk {
  /** Outcome of the assessment. */
  gatewayCode?: 'ACCEPTED' | 'NOT_CHECKED' | 'REJECTED' | 'REVIEW_REQUIRED'
  /** Whether a payment that was rejected afterwards could be reversed. */
  reversalResult?: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY'
  /** What a person decided. */
  review?: AuthorizeResponseAnswerRiskReview
  /** The rules that took part. */
  rule?: readonly (AuthorizeResponseAnswerRiskRule)[]
  /** Scores of all rules together; the higher, the riskier. */
  totalScore?: number
}
interface AuthorizeResponseAnswer {
  /** The outcome in one word. */
  gatewayCode: 'ABORTED' | 'ACQUIRER_SYSTEM_ERROR' | 'APPROVED' | 'APPROVED_PENDING_SETTLEMENT' | 'AUTHENTICATION_FAILED' | 'BALANCE_AVAILABLE' | 'BALANCE_UNKNOWN' | 'BASIC_VERIFICATION_SUCCESSFUL' | 'BLOCKED' | 'CANCELLED' | 'DECLINED' | 'DECLINED_AVS' | 'DECLINED_AVS_CSC' | 'DECLINED_CSC' | 'DECLINED_DO_NOT_CONTACT' | 'DECLINED_PAYMENT_PLAN' | 'DEFERRED_TRANSACTION_RECEIVED' | 'DUPLICATE_BATCH' | 'EXCEEDED_RETRY_LIMIT' | 'EXPIRED_CARD' | 'INSUFFICIENT_FUNDS' | 'INVALID_CSC' | 'LOCK_FAILURE' | 'NOT_ENROLLED_3D_SECURE' | 'NOT_SUPPORTED' | 'NO_BALANCE' | 'PARTIALLY_APPROVED' | 'PENDING' | 'REFERRED' | 'SUBMITTED' | 'SYSTEM_ERROR' | 'TIMED_OUT' | 'UNKNOWN' | 'UNSPECIFIED_FAILURE'
  /** The acquirer's own code. */
  acquirerCode?: string
  /** The acquirer's own words. */
  acquirerMessage?: string
  /** What the issuer says of the security code. */
  cardSecurityCode?: AuthorizeResponseAnswerCardSecurityCode
  /** What the issuer says of the cardholder. */
  cardholderVerification?: AuthorizeResponseAnswerCardholderVerification
  /** More about some errors, where your profile asks for it. */
  debugInformation?: string
  /** What to do next. */
  gatewayRecommendation?: 'DO_NOT_PROCEED' | 'PROCEED' | 'RESUBMIT_LATER' | 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS'
  /** Advice on later payments of a series. */
  recurringPaymentAdvice?: AuthorizeResponseAnswerRecurringPaymentAdvice
  /** What the risk rules say. */
  risk?: AuthorizeResponseAnswerRisk
}
interface TransactionAnswerAcquirer {
  /** Data for your acquirer; no card data. */
  customData?: string
  /** The network's trace of the first transaction of a series. */
  traceId?: string
  /** The acquirer's identifier of the transaction. */
  transactionId?: string
  /** The batch the acquirer settles it in. */
  batch?: number
  /** The day the acquirer counts it to. */
  date?: string
  /** The acquirer. */
  id?: string
  /** What the acquirer calls you. */
  merchantId?: string
  /** The day the money moves. */
  settlementDate?: string
  /** The time zone the acquirer counts in. */
  timeZone?: string
}
interface TransactionAnswerReversal {
  /** How often the acquirer was told. */
  attempts?: number
  /** When the acquirer was last told. */
  lastAttemptTime?: string
  /** Whether the acquirer has confirmed that it is undone. */
  status: 'ACKNOWLEDGED' | 'PENDING'
}
interface TransactionAnswer {
  /** Your identifier of the transaction. */
  id: string
  /** What the transaction does. */
  type: 'AUTHENTICATION' | 'AUTHORIZATION' | 'AUTHORIZATION_UPDATE' | 'CAPTURE' | 'CHARGEBACK' | 'DISBURSEMENT' | 'FEE' | 'FUNDING' | 'PAYMENT' | 'REFUND' | 'REFUND_REQUEST' | 'VERIFICATION' | 'VOID_AUTHORIZATION' | 'VOID_CAPTURE' | 'VOID_PAYMENT' | 'VOID_REFUND'
  /** Amount of the transaction. */
  amount: number
  /** Currency of the transaction. */
  currency: string
  /** The issuer's approval. */
  authorizationCode?: string
  /** Discount in the amount. */
  discountAmount?: number
  /** Duty in the amount. */
  dutyAmount?: number
  /** Whether it is one of a series, as older versions said it; kept, but agreement is what counts. */
  frequency?: string
  /** Line items of the transaction. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** The transaction of the order this one acts on. */
  targetTransactionId?: string
  /** Taxes in the amount. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** How the acquirer files the transaction. */
  acquirer?: TransactionAnswerAcquirer
  /** What to quote to the acquirer. */
  receipt?: string
  /** What is being done to undo it where its outcome was unknown. */
  reversal?: TransactionAnswerReversal
}
interface ThreeDSecureAnswer {
  /** The issuer's electronic commerce indicator. */
  acsEci?: string
  /** How it went; there only when the issuer answered. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_NOT_AVAILABLE' | 'AUTHENTICATION_SUCCESSFUL'
  /** Proof of the authentication; pass it on unaltered. */
  authenticationToken?: string
  /** Whether the card takes part in 3-D Secure. */
  enrollmentStatus: 'ENROLLED' | 'ENROLLMENT_STATUS_UNDETERMINED' | 'NOT_ENROLLED'
  /** The scheme's identifier of the authentication. */
  xid?: string
}
interface AccountFundingAnswer {
  /** What the money is for. */
  purpose?: 'CRYPTOCURRENCY_PURCHASE' | 'MERCHANT_SETTLEMENT' | 'OTHER' | 'PAYROLL'
  /** Who receives the money. */
  recipient?: AccountFundingRecipient
  /** Made by the gateway; may be asked for when the recipient is credited. */
  reference: string
  /** Whether payer and recipient are the same. */
  senderIsRecipient?: boolean
  /** What kind of payer sends the money. */
  senderType?: 'COMMERCIAL_ORGANIZATION' | 'GOVERNMENT' | 'NON_PROFIT_ORGANIZATION' | 'PERSON'
}
interface ActionAnswer {
  /** Whether the refund was authorized. */
  refundAuthorization?: boolean
}
interface AgreementAnswer {
  /** Whether every payment is of the same amount; must be given for recurring agreements. */
  amountVariability?: 'FIXED' | 'VARIABLE'
  /** Your own data about the agreement; no card data. */
  customData?: string
  /** Last day on which the agreement allows a payment. */
  expiryDate?: string
  /** Your identifier of the agreement; every payment you start from stored details names it. */
  id?: string
  /** Most that one payment may be, in the order's currency. */
  maximumAmountPerPayment?: number
  /** Least that one payment may be, in the order's currency. */
  minimumAmountPerPayment?: number
  /** Fewest days from one payment to the next. */
  minimumDaysBetweenPayments?: number
  /** How many payments the agreement allows. */
  numberOfPayments?: number
  /** How often payments are made. */
  paymentFrequency?: 'AD_HOC' | 'DAILY' | 'FORTNIGHTLY' | 'MONTHLY' | 'OTHER' | 'QUARTERLY' | 'TWICE_YEARLY' | 'WEEKLY' | 'YEARLY'
  /** How recurring payments follow one another. */
  recurring?: AuthorizeAgreementRecurring
  /** The retailer the payer has the agreement with, where that is not you. */
  retailer?: AgreementRetailer
  /** First day on which the agreement allows a payment. */
  startDate?: string
  /** Kind of the agreement; given with the first payment of a series. */
  type?: 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED'
}
interface AirlineAnswerItineraryLeg {
  /** Airline that flies this leg. */
  carrierCode?: string
  /** Ticket this leg is issued in conjunction with. */
  conjunctionTicketNumber?: string
  /** Coupon of the ticket that covers this leg. */
  couponNumber?: string
  /** Airport of departure, by its three-letter code. */
  departureAirport?: string
  /** Day of departure, local time. */
  departureDate?: string
  /** Tax charged for the departure. */
  departureTax?: number
  /** Time of departure, local time. */
  departureTime?: string
  /** Airport of arrival, by its three-letter code. */
  destinationAirport?: string
  /** Day of arrival, local time. */
  destinationArrivalDate?: string
  /** Time of arrival, local time. */
  destinationArrivalTime?: string
  /** Endorsements or restrictions printed on the ticket. */
  endorsementsRestrictions?: string
  /** Ticket that was exchanged for this leg. */
  exchangeTicketNumber?: string
  /** Fare of this leg. */
  fare?: number
  /** Code of the fare this leg was sold at. */
  fareBasis?: string
  /** Fees on this leg. */
  fees?: number
  /** Number of the flight. */
  flightNumber?: string
  /** Whether the payer may stop over. */
  stopoverPermitted?: boolean
  /** Taxes on this leg. */
  taxes?: number
  /** Class this leg is flown in. */
  travelClass?: string
}
interface AirlineAnswerItinerary {
  /** Legs of the journey, in the order they are flown. */
  leg?: readonly (AirlineAnswerItineraryLeg)[]
  /** How many travel together. */
  numberInParty?: string
  /** Country the journey starts in. */
  originCountry?: string
}
interface AirlineAnswerTicketTaxOrFee {
  /** How much it is. */
  amount?: number
  /** Code of the tax or fee. */
  type?: string
}
interface AirlineAnswerTicket {
  /** Whether it was issued in conjunction with other tickets. */
  conjunctionTicketIndicator?: boolean
  /** Whether it is electronic. */
  eTicket?: boolean
  /** Ticket it was issued in exchange for. */
  exchangedTicketNumber?: string
  /** Who issued the ticket, where and when. */
  issue?: AuthorizeAirlineTicketIssue
  /** Whether a refund of the ticket is restricted. */
  restricted?: boolean
  /** Taxes and fees of the ticket, one by one. */
  taxOrFee?: readonly (AirlineAnswerTicketTaxOrFee)[]
  /** Number of the ticket. */
  ticketNumber?: string
  /** Fare of all legs. */
  totalFare?: number
  /** Fees of all legs. */
  totalFees?: number
  /** Taxes of all legs. */
  totalTaxes?: number
}
interface AirlineAnswer {
  /** Reference of the booking. */
  bookingReference?: string
  /** Kind of document the payer is charged for. */
  documentType?: 'ADDITIONAL_COLLECTION' | 'AGENCY_EXCHANGE_ORDER' | 'AGENCY_GROUP_TICKET' | 'AGENCY_MISCELLANEOUS_CHARGE_ORDER' | 'AGENCY_PASSENGER_TICKET' | 'AGENCY_TOUR_ORDER_OR_VOUCHER' | 'AIR_FREIGHT' | 'ANIMAL_TRANSPORTATION_CHARGE' | 'CATALOGUE_MERCHANDISE_ORDERED' | 'CLUB_MEMBERSHIP_FEE' | 'COUPON_BOOK' | 'CREDIT_CLASS_SERVICE_ADJUSTMENT' | 'CREDIT_DENIED_BOARDING' | 'CREDIT_EXCHANGE_REFUND' | 'CREDIT_LOST_TICKET_REFUND' | 'CREDIT_MISCELLANEOUS_REFUND' | 'CREDIT_MULTIPLE_UNUSED_TICKETS' | 'CREDIT_OVERCHARGE_ADJUSTMENT' | 'CREDIT_UNUSED_TRANSPORTATION' | 'DEBT_ADJUSTMENT_DUPLICATE_REFUND_OR_USE' | 'DUTY_FREE_SALE' | 'EXCESS_BAGGAGE' | 'EXCHANGE_ADJUSTMENT' | 'EXCHANGE_ORDER' | 'FIREARMS_CASE' | 'FREQUENT_FLYER_FEE_OR_PURCHASE' | 'FREQUENT_FLYER_FULFILLMENT' | 'FREQUENT_FLYER_OVERNIGHT_DELIVERY_CHARGE' | 'GROUP_TICKET' | 'IN_FLIGHT_ADJUSTMENT' | 'IN_FLIGHT_CHARGES' | 'IN_FLIGHT_DUTY_FREE_PURCHASE' | 'IN_FLIGHT_MERCHANDISE_ORDERED' | 'IN_FLIGHT_PHONE_CHARGES' | 'KENNEL_CHARGE' | 'LOST_TICKET_APPLICATION' | 'MISCELLANEOUS_CHARGE_ORDER_OR_PREPAID_TICKET_ADVICE' | 'MISCELLANEOUS_TAXES_FEES' | 'PASSENGER_TICKET' | 'SELF_SERVICE_TICKETS' | 'SENIOR_CITIZEN_DISCOUNT_BOOKLETS' | 'SMALL_PACKAGE_DELIVERY' | 'SPECIAL_SERVICE_TICKET' | 'SUPPORTED_REFUND' | 'TICKET_BY_MAIL' | 'TOUR_DEPOSIT' | 'TOUR_ORDER_VOUCHER' | 'UNDERCHARGE_ADJUSTMENT' | 'UNSUPPORTED_REFUND' | 'UPGRADE_CHARGE' | 'VENDOR_REFUND_CREDIT' | 'VENDOR_SALE'
  /** Where the journey goes. */
  itinerary?: AirlineAnswerItinerary
  /** Who flies. */
  passenger?: readonly (AirlinePassenger)[]
  /** Plan your acquirer gave you for airline payments. */
  planNumber?: string
  /** The ticket. */
  ticket?: AirlineAnswerTicket
  /** What the payment does for the ticket. */
  transactionType?: 'EXCHANGE_TICKET' | 'MISCELLANEOUS_CHARGE' | 'PURCHASE' | 'REFUND' | 'TOUR_ORDER'
}
interface AuthenticationAnswer3ds2 {
  /** Identifier the 3-D Secure server gave. */
  '3dsServerTransactionId'?: string
  /** Identifier the issuer's server gave. */
  acsTransactionId?: string
  /** A notice of the issuer: show it to the payer. */
  cardholderInfo?: string
  /** The directory server of the scheme. */
  directoryServerId?: string
  /** Identifier the scheme's directory server gave. */
  dsTransactionId?: string
  /** Whether the issuer has looked at the payer's browser. */
  methodCompleted?: boolean
  /** Whether the issuer wants to look at the payer's browser first. */
  methodSupported?: 'NOT_SUPPORTED' | 'SUPPORTED'
  /** Version of the protocol, such as 2.2.0. */
  protocolVersion?: string
  /** What the scheme calls you. */
  requestorId?: string
  /** Name under which the scheme knows you. */
  requestorName?: string
  /** Why the status is what it is. */
  statusReasonCode?: string
  /** What the issuer says: Y authenticated, A attempted, N failed, R rejected, U unavailable, C challenge. */
  transactionStatus?: 'A' | 'C' | 'D' | 'I' | 'N' | 'R' | 'U' | 'Y'
}
interface AuthenticationAnswerRedirectCustomizedHtml3ds2 {
  /** Address of the issuer's page; a form posts cReq there as creq. */
  acsUrl?: string
  /** What to post to the issuer's page. */
  cReq?: string
  /** What to post to methodUrl as threeDSMethodData. */
  methodPostData?: string
  /** Where the issuer looks at the payer's browser, in a hidden frame. */
  methodUrl?: string
}
interface AuthenticationAnswerRedirectCustomizedHtml {
  /** The parts of it in the second generation of 3-D Secure. */
  '3ds2'?: AuthenticationAnswerRedirectCustomizedHtml3ds2
}
interface AuthenticationAnswerRedirect {
  /** The parts of html, for a page that draws the frames itself. */
  customizedHtml?: AuthenticationAnswerRedirectCustomizedHtml
  /** Put this into your page; it does the rest, also where there is nothing to do. */
  html?: string
}
interface AuthenticationAnswer {
  /** Proof of the authentication. */
  '3ds'?: Authentication3ds
  /** How the authentication went. */
  '3ds2'?: AuthenticationAnswer3ds2
  /** Versions of 3-D Secure you are prepared for, separated by commas. */
  acceptVersions?: string
  /** Whether you want the payer to be challenged; the issuer decides. */
  challengePreference?: 'NO_CHALLENGE' | 'NO_PREFERENCE' | 'REQUEST_CHALLENGE' | 'REQUIRE_CHALLENGE'
  /** Where the payer is: in a browser, in your app, or not there at all. */
  channel?: 'MERCHANT_REQUESTED' | 'PAYER_APP' | 'PAYER_BROWSER'
  /** Why this payment needs no strong authentication, where you claim that; the issuer decides. */
  exemption?: 'ALREADY_AUTHENTICATED' | 'DATA_ONLY' | 'LOW_VALUE' | 'SECURE_CORPORATE' | 'TRANSACTION_RISK_ANALYSIS' | 'TRUSTED_MERCHANT'
  /** Whether the payer must take a challenge. */
  payerInteraction?: 'NOT_REQUIRED' | 'REQUIRED'
  /** What the payer is authenticated for. */
  purpose?: 'ADD_CARD' | 'MAINTAIN_CARD' | 'PAYMENT_TRANSACTION'
  /** What the payer's browser has to do next. */
  redirect?: AuthenticationAnswerRedirect
  /** The same as redirect.html, by its older name. */
  redirectHtml?: string
  /** Where the payer returns to after a challenge. */
  redirectResponseUrl?: string
  /** The transaction of this order in which the gateway authenticated the payer. */
  transactionId?: string
  /** Version of 3-D Secure that was used. */
  version?: '3DS1' | '3DS2' | 'NONE'
}
interface AuthorizationResponseAnswer {
  /** Kind of business the payment was authorized for. */
  marketSpecificData?: string
  /** What the issuer advises to do next. */
  merchantAdviceCode?: string
  /** Data of the payment service. */
  paySvcData?: string
  /** What the acquirer understood of the point of sale. */
  posData?: string
  /** How the acquirer understood the card to have been entered. */
  posEntryMode?: string
  /** Whether the acquirer changed the entry mode. */
  posEntryModeChanged?: string
  /** Kind of transaction and accounts in the message. */
  processingCode?: string
  /** The acquirer's own response code. */
  responseCode?: string
  /** The acquirer's own words. */
  responseMessage?: string
  /** Characteristics the authorization was found to have. */
  returnAci?: string
  /** System trace audit number of the message. */
  stan?: string
  /** Local time of the message as HHMMSS. */
  time?: string
  /** Offset of that time from UTC. */
  timezone?: string
  /** How well the magstripe could be read. */
  trackQuality?: string
  /** The network's identifier of the transaction. */
  transactionIdentifier?: string
  /** How safely, in the view of the network, the payment was made. */
  transactionIntegrityClass?: string
  /** Ties the capture to its authorization; the gateway sends it along. */
  validationCode?: string
  /** What the issuer made of the proof of authentication. */
  vpasResponse?: string
}
interface AvailableBalanceAnswerEbt {
  /** How much is left. */
  amount?: number
  /** Currency of the amount. */
  currency?: string
  /** Which benefits, and at which moment. */
  type?: 'CASH_BENEFITS_AVAILABLE_BALANCE' | 'CASH_BENEFITS_BEGINNING_BALANCE' | 'CASH_BENEFITS_ENDING_BALANCE' | 'EWIC_DISCOUNT' | 'SNAP_AVAILABLE_BALANCE' | 'SNAP_BEGINNING_BALANCE' | 'SNAP_ENDING_BALANCE'
}
interface AvailableBalanceAnswerFunds {
  /** How much is left. */
  amount?: number
  /** Currency of the amount. */
  currency?: string
}
interface AvailableBalanceAnswerRewards {
  /** Money that one point is worth. */
  conversionRate?: number
  /** Points the payer can redeem. */
  points?: number
}
interface AvailableBalanceAnswer {
  /** Electronic benefits, by kind. */
  ebt?: readonly (AvailableBalanceAnswerEbt)[]
  /** What is left on the card, or what the points are worth. */
  funds?: AvailableBalanceAnswerFunds
  /** Points, for cards enrolled in a rewards programme. */
  rewards?: AvailableBalanceAnswerRewards
}
interface BillingAddressAnswer {
  /** City or town. */
  city?: string
  /** Company at this address. */
  company?: string
  /** Country, as its three-letter code. */
  country?: string
  /** Postcode or zip code. */
  postcodeZip?: string
  /** State or province by name. */
  stateProvince?: string
  /** State or province by code: what follows the hyphen in ISO 3166-2. Helps payer authentication. */
  stateProvinceCode?: string
  /** First line of the street address; answers join both lines by ", " and cut them at 100 characters. */
  street?: string
}
interface BillingAnswer {
  /** The billing address as the gateway holds it. */
  address?: BillingAddressAnswer
}
interface BrowserPaymentAnswerInteraction {
  /** How far the payer has come. */
  status: 'COMPLETED' | 'INITIATED' | 'REDIRECTED_TO_PROVIDER' | 'RETURNED_TO_MERCHANT'
  /** When the outcome became final. */
  timeCompleted?: string
  /** When it was initiated; there only when that succeeded. */
  timeInitiated?: string
  /** When the payer was sent to the provider. */
  timeRedirected?: string
  /** When the payer came back. */
  timeReturned?: string
}
interface BrowserPaymentAnswerProviderA {
  /** The payer's account with the provider. */
  accountId?: string
  /** Whether the provider shows the shipping address. */
  displayShippingAddress?: boolean
  /** The provider's identifier of the interaction. */
  interactionId?: string
  /** Whether the payer may change the shipping address there. */
  overrideShippingAddress?: boolean
  /** Where the payer confirms: at the provider, or afterwards on your site with Confirm Browser Payment. */
  paymentConfirmation?: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER'
}
interface BrowserPaymentAnswer {
  /** The payer's way to the provider and back. */
  interaction?: BrowserPaymentAnswerInteraction
  /** What the provider is asked for. */
  operation?: 'AUTHORIZE' | 'PAY'
  /** Language of the provider's page. */
  preferredLanguage?: string
  /** What provider A said. */
  providerA?: BrowserPaymentAnswerProviderA
  /** Put this into your page instead: it goes to redirectUrl. */
  redirectHtml?: string
  /** Send the payer's browser here; not there for provider A. */
  redirectUrl?: string
  /** Where the payer comes back to; must be given except for provider A. */
  returnUrl?: string
}
interface PaymentPlanAnswer {
  /** Plan as somebody else numbers it. */
  externalPlanId?: string
  /** The last payment, for plans that bear interest. */
  finalAmount?: number
  /** Interest in per cent, for plans that bear it. */
  interestRate?: number
  /** Months before the first payment is due. */
  numberOfDeferrals?: number
  /** Payments the amount is divided into. */
  numberOfPayments?: number
  /** Each payment but the last, for plans that bear interest. */
  paymentAmount?: number
  /** The plan, as your payment provider numbers it. */
  planId?: string
}
interface TransactionResponsePosTerminal {
  /** Where the terminal stands. */
  address?: AddressAnswer
  /** Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards. */
  attended?: 'ATTENDED' | 'SEMI_ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED'
  /** Which payments the terminal can take. */
  cardPresenceCapability?: 'CARD_NOT_PRESENT' | 'CARD_PRESENT' | 'CARD_PRESENT_AND_CARD_NOT_PRESENT'
  /** Kind of self-service terminal; NOT_CARDHOLDER_ACTIVATED for a card that is present, unless given. */
  cardholderActivated?: 'AUTOMATED_DISPENSING_MACHINE_WITH_PIN' | 'ELECTRONIC_COMMERCE' | 'IN_FLIGHT_COMMERCE' | 'LIMITED_AMOUNT_TERMINAL' | 'MPOS_ACCEPTANCE_DEVICE' | 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL' | 'TRANSPONDER_TRANSACTION'
  /** How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible). */
  entryMode?: string
  /** How the terminal can read cards (EMV tag 9F33). */
  inputCapability?: 'BARCODE' | 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'CONTACTLESS_OR_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE' | 'UNKNOWN' | 'VOICE_AUDIO_RESPONSE'
  /** Where the terminal stands; from version 55 on, also whose it is. */
  location?: 'OFF_CARD_ACCEPTOR_PREMISES' | 'ON_CARD_ACCEPTOR_PREMISES'
  /** The mobile device, where that is the terminal. */
  mobile?: PosTerminalMobile
  /** The lane of the request. */
  name?: string
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
  /** How the card number was entered (EMV tag 9F39). */
  panEntryMode?: 'BARCODE_READER' | 'CHIP' | 'CHIP_FALLBACK' | 'CONTACTLESS' | 'ECOMMERCE' | 'KEYED' | 'MOBILE_COMMERCE' | 'OPTICAL_CHARACTER_READER' | 'RFID_CHIP' | 'RFID_STRIPE' | 'SWIPE' | 'SWIPE_WITH_SIGNATURE' | 'UNKNOWN' | 'VOICE_AUTHORIZATION' | 'VOICE_RESPONSE'
  /** Whether a PIN can be entered (EMV tag 9F33). */
  pinEntryCapability?: 'OFFLINE_PIN_ONLY' | 'PIN_NOT_SUPPORTED' | 'PIN_PAD_INOPERATIVE' | 'PIN_SUPPORTED' | 'SOFTWARE_ONLINE_PIN_ONLY' | 'UNKNOWN'
  /** Longest PIN the terminal can take. */
  pinLengthCapability?: number
  /** Serial number of the terminal. */
  serialNumber?: string
  /** The store the terminal stands in. */
  store?: PosTerminalStore
}
interface ShippingAddressAnswer {
  /** City or town. */
  city?: string
  /** Company at this address. */
  company?: string
  /** Country, as its three-letter code. */
  country?: string
  /** Postcode or zip code. */
  postcodeZip?: string
  /** Whether goods go to the billing address; unless given, the gateway compares the two. */
  sameAsBilling?: 'DIFFERENT' | 'SAME' | 'UNKNOWN'
  /** Whether you have shipped to this address before. */
  source?: 'ADDRESS_ON_FILE' | 'NEW_ADDRESS'
  /** State or province by name. */
  stateProvince?: string
  /** State or province by code: what follows the hyphen in ISO 3166-2. Helps payer authentication. */
  stateProvinceCode?: string
  /** First line of the street address; answers join both lines by ", " and cut them at 100 characters. */
  street?: string
}
interface ShippingAnswer {
  /** Where the goods are sent. */
  address?: ShippingAddressAnswer
  /** Who receives the goods. */
  contact?: ShippingContact
  /** The recipient's first name, once more. */
  firstName?: string
  /** The recipient's last name, once more. */
  lastName?: string
  /** How the goods travel; left out for goods that do not. */
  method?: 'ELECTRONIC' | 'GROUND' | 'OVERNIGHT' | 'PRIORITY' | 'SAME_DAY'
  /** Where the goods come from. */
  origin?: ShippingOrigin
  /** The recipient's telephone, once more; without spaces if it is long. */
  phone?: string
}
interface SourceOfFundsBrowserPaymentAnswer {
  /** The provider's name for the kind of payment. */
  type?: string
}
interface CardDevicePaymentAnswer3DSecure {
  /** Electronic commerce indicator from the decrypted payment token. */
  eciIndicator?: string
}
interface CardDevicePaymentAnswer {
  /** Payment data of the 3DSECURE format. */
  '3DSecure'?: CardDevicePaymentAnswer3DSecure
  /** How the device wrapped its payment data. */
  cryptogramFormat?: '3DSECURE' | 'EMV'
  /** Electronic commerce indicator; not for wallets or scheme tokens. */
  eciIndicator?: string
}
interface CardMobileWalletAnswer3DSecure {
  /** Electronic commerce indicator of the wallet payment. */
  eciIndicator?: string
}
interface CardMobileWalletAnswer {
  /** Payment data of the 3DSECURE format. */
  '3DSecure'?: CardMobileWalletAnswer3DSecure
  /** How the wallet wrapped its payment data. */
  cryptogramFormat: '3DSECURE' | 'EMV'
}
interface SourceOfFundsAnswerProvidedCardP2pe {
  /** Leading digits the decrypted number must have, or the request is refused. */
  cardBin?: string
  /** What the terminal says of its encryption; INVALID declines the transaction. */
  encryptionState?: 'INVALID' | 'VALID'
  /** Key serial number of the terminal key. */
  keySerialNumber: string
}
interface CardHolderAnswer {
  /** The cardholder's first name. */
  firstName?: string
  /** The cardholder's last name. */
  lastName?: string
}
interface SourceOfFundsAnswerProvidedCard {
  /** The account behind a debit-network card. */
  accountType?: 'CHECKING' | 'SAVINGS'
  /** A payment made with a device wallet. */
  devicePayment?: CardDevicePaymentAnswer
  /** The EMV tags of the request, without those that hold number or track. */
  emvRequest?: string
  /** When the card expires. */
  expiry?: CardExpiry
  /** Funding card number behind a device number, masked 6.4. */
  maskedFpan?: string
  /** When the funding card expires. */
  maskedFpanExpiry?: CardMaskedFpanExpiry
  /** A payment made with a mobile wallet. */
  mobileWallet?: CardMobileWalletAnswer
  /** The cardholder's name as the card shows it. */
  nameOnCard?: string
  /** The card number. */
  number?: string
  /** Card data encrypted at the point of entry. */
  p2pe?: SourceOfFundsAnswerProvidedCardP2pe
  /** Tells cards of the same number apart. */
  sequenceNumber?: string
  /** Whether you hold, or are about to hold, these details for later payments. */
  storedOnFile?: 'NOT_STORED' | 'STORED' | 'TO_BE_STORED'
  /** The network whose brand the card carries. */
  brand: 'NETWORK_A' | 'NETWORK_B' | 'NETWORK_C' | 'NETWORK_D' | 'NETWORK_E' | 'NETWORK_F' | 'NETWORK_G' | 'NETWORK_H' | 'NETWORK_I' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN'
  /** The issuer's EMV tags: give them to the terminal for its chip. */
  emvResponse?: string
  /** How the payer pays for what the card spends. */
  fundingMethod: 'CHARGE' | 'CREDIT' | 'DEBIT' | 'UNKNOWN'
  /** The cardholder. */
  holder?: CardHolderAnswer
  /** The local scheme of the card. */
  localBrand?: string
  /** The network that carries the payment. */
  scheme?: 'NETWORK_A' | 'NETWORK_B' | 'NETWORK_C' | 'NETWORK_D' | 'NETWORK_E' | 'NETWORK_F' | 'NETWORK_G' | 'NETWORK_H' | 'NETWORK_I' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN'
}
interface ProvidedGiftCardAnswer {
  /** The brand you expect the gift card to have. */
  expectedLocalBrand?: string
  /** Number of the gift card. */
  number?: string
  /** The network whose brand the gift card carries. */
  brand?: 'NETWORK_A' | 'NETWORK_B' | 'NETWORK_C' | 'NETWORK_D' | 'NETWORK_E' | 'NETWORK_F' | 'NETWORK_G' | 'NETWORK_H' | 'NETWORK_I' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN'
  /** How the gift card is funded. */
  fundingMethod?: 'CHARGE' | 'CREDIT' | 'DEBIT' | 'UNKNOWN'
}
interface SourceOfFundsAnswerProvided {
  /** Card details, the number masked. */
  card?: SourceOfFundsAnswerProvidedCard
  /** A bank account in Canada. */
  directDebitCanada?: ProvidedDirectDebitCanada
  /** Electronic benefits. */
  ebt?: ProvidedEbt
  /** An account with provider B. */
  providerB?: ProvidedProviderB
  /** A bank account in the single euro payments area. */
  sepa?: ProvidedSepa
  /** A bank account in the United States. */
  ach?: ProvidedAch
  /** The gift card, its number masked. */
  giftCard?: ProvidedGiftCardAnswer
}
interface SourceOfFundsAnswer {
  /** What the payment provider needs to know. */
  browserPayment?: SourceOfFundsBrowserPaymentAnswer
  /** A token you saved card details under. */
  token?: string
  /** Who asked the scheme for the token. */
  tokenRequestorID?: string
  /** Kind of account that pays. */
  type?: 'ACH' | 'BROWSER_PAYMENT' | 'CARD' | 'DIRECT_DEBIT_CANADA' | 'EBT_CARD' | 'GIFT_CARD' | 'PROVIDER_A' | 'PROVIDER_B' | 'SCHEME_TOKEN' | 'SEPA'
  /** What paid, as far as it may be shown. */
  provided?: SourceOfFundsAnswerProvided
}
interface TransactionResponse {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswer
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** The transaction. */
  transaction: TransactionAnswer
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: TransactionResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CaptureOrder {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency?: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: AuthorizeOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface CapturePaymentPlan {
  /** Plan as somebody else numbers it. */
  externalPlanId?: string
  /** Months before the first payment is due. */
  numberOfDeferrals?: string
  /** Payments the amount is divided into. */
  numberOfPayments?: string
  /** The plan, as your payment provider numbers it. */
  planId?: string
}
interface CaptureRequestTransaction {
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount to capture. */
  amount: string
  /** Currency of the transaction: the order's. */
  currency: string
  /** Discount in the amount. */
  discountAmount?: string
  /** Duty in the amount. */
  dutyAmount?: string
  /** Whether it is one of a series, as older versions said it; kept, but agreement is what counts. */
  frequency?: string
  /** Line items of the transaction. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** The transaction of the order this one acts on. */
  targetTransactionId?: string
  /** Taxes in the amount. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface CaptureRequest {
  /** Of the payment that is captured; it was judged there, and is not looked at again. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is captured. */
  transaction: CaptureRequestTransaction
}
interface RefundRequestAction {
  /** Whether the issuer is asked first; else your profile decides. */
  refundAuthorization?: boolean
}
interface RefundRequestTransaction {
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount of the transaction. */
  amount?: string
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Discount in the amount. */
  discountAmount?: string
  /** Duty in the amount. */
  dutyAmount?: string
  /** Whether it is one of a series, as older versions said it; kept, but agreement is what counts. */
  frequency?: string
  /** Line items of the transaction. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** The transaction of the order this one acts on. */
  targetTransactionId?: string
  /** Taxes in the amount. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface RefundRequest {
  /** What else the gateway should do. */
  action?: RefundRequestAction
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is refunded. */
  transaction?: RefundRequestTransaction
}
interface VoidRequestOrder {
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
}
interface VoidRequestPosTerminal {
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
}
interface VoidRequestSourceOfFundsProvidedCard {
  /** EMV tags of the terminal, from the permitted list. */
  emvRequest?: string
  /** Card data encrypted at the point of entry. */
  p2pe?: CardP2pe
  /** Track 1 as read from the magstripe. */
  track1?: string
  /** Track 2 as read from the magstripe; must match number and expiry. */
  track2?: string
}
interface VoidRequestSourceOfFundsProvided {
  /** Card details. */
  card?: VoidRequestSourceOfFundsProvidedCard
}
interface VoidRequestSourceOfFunds {
  /** Details given in the request. */
  provided?: VoidRequestSourceOfFundsProvided
}
interface VoidRequestTransactionAcquirer {
  /** Data for your acquirer; no card data. */
  customData?: string
}
interface VoidRequestTransaction {
  /** What the acquirer should know. */
  acquirer?: VoidRequestTransactionAcquirer
  /** Your note about the transaction. */
  merchantNote?: string
  /** Your reference of the transaction. */
  reference?: string
  /** The transaction to void. */
  targetTransactionId: string
}
interface VoidRequest {
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Who started the transaction. */
  initiator?: Initiator
  /** The order. */
  order?: VoidRequestOrder
  /** The terminal. */
  posTerminal?: VoidRequestPosTerminal
  /** What the terminal read. */
  sourceOfFunds?: VoidRequestSourceOfFunds
  /** What is voided. */
  transaction: VoidRequestTransaction
}
interface VerifyRequestOrder {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** For risk assessment only; never sent to the acquirer. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: AuthorizeOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT'
}
interface VerifyRequestPosTerminal {
  /** Where the terminal stands; EMV tag 9F1A holds its country. */
  address?: Address
  /** Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards. */
  attended?: 'ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED'
  /** Which payments the terminal can take. */
  cardPresenceCapability?: 'CARD_NOT_PRESENT' | 'CARD_PRESENT' | 'CARD_PRESENT_AND_CARD_NOT_PRESENT'
  /** Whether cardholders operate the terminal themselves. */
  cardholderActivated?: 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL'
  /** How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible). */
  entryMode?: string
  /** How the terminal can read cards (EMV tag 9F33). */
  inputCapability?: 'BARCODE' | 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'CONTACTLESS_OR_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE' | 'UNKNOWN' | 'VOICE_AUDIO_RESPONSE'
  /** Your name of the lane or till (EMV tag 9F1C); answers call it name. */
  lane?: string
  /** Whose terminal it is and where it stands. PAYER_TERMINAL_OFF_PREMISES for mobile wallets unless given. */
  location?: 'MERCHANT_TERMINAL_OFF_PREMISES' | 'MERCHANT_TERMINAL_ON_PREMISES' | 'NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE' | 'PAYER_TERMINAL_OFF_PREMISES' | 'PAYER_TERMINAL_ON_PREMISES'
  /** The mobile device, where that is the terminal. */
  mobile?: PosTerminalMobile
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
  /** How the card number was entered (EMV tag 9F39). */
  panEntryMode?: 'BARCODE_READER' | 'CHIP' | 'CHIP_FALLBACK' | 'CONTACTLESS' | 'ECOMMERCE' | 'KEYED' | 'MOBILE_COMMERCE' | 'OPTICAL_CHARACTER_READER' | 'RFID_CHIP' | 'RFID_STRIPE' | 'SWIPE' | 'SWIPE_WITH_SIGNATURE' | 'UNKNOWN' | 'VOICE_AUTHORIZATION' | 'VOICE_RESPONSE'
  /** Whether a PIN can be entered (EMV tag 9F33). */
  pinEntryCapability?: 'OFFLINE_PIN_ONLY' | 'PIN_NOT_SUPPORTED' | 'PIN_PAD_INOPERATIVE' | 'PIN_SUPPORTED' | 'SOFTWARE_ONLINE_PIN_ONLY' | 'UNKNOWN'
  /** Longest PIN the terminal can take. */
  pinLengthCapability?: number
  /** Serial number of the terminal. */
  serialNumber?: string
  /** The store the terminal stands in. */
  store?: PosTerminalStore
}
interface VerifyRequest {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What would be paid for. */
  order: VerifyRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: VerifyRequestPosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransaction
}
interface VerifyResponseOrder {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration, cut at 20 characters. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
}
interface VerifyResponsePosTerminal {
  /** Where the terminal stands. */
  address?: AddressAnswer
  /** Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards. */
  attended?: 'ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED'
  /** Which payments the terminal can take. */
  cardPresenceCapability?: 'CARD_NOT_PRESENT' | 'CARD_PRESENT' | 'CARD_PRESENT_AND_CARD_NOT_PRESENT'
  /** Whether cardholders operate the terminal themselves. */
  cardholderActivated?: 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL'
  /** How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible). */
  entryMode?: string
  /** How the terminal can read cards (EMV tag 9F33). */
  inputCapability?: 'BARCODE' | 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'CONTACTLESS_OR_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE' | 'UNKNOWN' | 'VOICE_AUDIO_RESPONSE'
  /** Where the terminal stands; from version 55 on, also whose it is. */
  location?: 'OFF_CARD_ACCEPTOR_PREMISES' | 'ON_CARD_ACCEPTOR_PREMISES'
  /** The mobile device, where that is the terminal. */
  mobile?: PosTerminalMobile
  /** The lane of the request. */
  name?: string
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
  /** How the card number was entered (EMV tag 9F39). */
  panEntryMode?: 'BARCODE_READER' | 'CHIP' | 'CHIP_FALLBACK' | 'CONTACTLESS' | 'ECOMMERCE' | 'KEYED' | 'MOBILE_COMMERCE' | 'OPTICAL_CHARACTER_READER' | 'RFID_CHIP' | 'RFID_STRIPE' | 'SWIPE' | 'SWIPE_WITH_SIGNATURE' | 'UNKNOWN' | 'VOICE_AUTHORIZATION' | 'VOICE_RESPONSE'
  /** Whether a PIN can be entered (EMV tag 9F33). */
  pinEntryCapability?: 'OFFLINE_PIN_ONLY' | 'PIN_NOT_SUPPORTED' | 'PIN_PAD_INOPERATIVE' | 'PIN_SUPPORTED' | 'SOFTWARE_ONLINE_PIN_ONLY' | 'UNKNOWN'
  /** Longest PIN the terminal can take. */
  pinLengthCapability?: number
  /** Serial number of the terminal. */
  serialNumber?: string
  /** The store the terminal stands in. */
  store?: PosTerminalStore
}
interface VerifyResponse {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: VerifyResponseOrder
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** The transaction. */
  transaction: TransactionAnswer
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: VerifyResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface UpdateAuthorizationRequestOrder {
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** Your reference of the order. */
  reference?: string
}
interface UpdateAuthorizationRequestTransaction {
  /** The amount to be authorized from now on. */
  amount?: string
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Your reference of the transaction. */
  reference?: string
}
interface UpdateAuthorizationRequest {
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** The order. */
  order?: UpdateAuthorizationRequestOrder
  /** What is authorized from now on. */
  transaction?: UpdateAuthorizationRequestTransaction
  /** Who of yours asked for it. */
  userId?: string
}
interface ReferralRequestOrder {
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
}
interface ReferralRequestTransaction {
  /** Code the issuer gave by telephone. */
  authorizationCode: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Your reference of the transaction. */
  reference?: string
}
interface ReferralRequest {
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Who started the transaction. */
  initiator?: Initiator
  /** The order. */
  order?: ReferralRequestOrder
  /** The issuer's approval. */
  transaction: ReferralRequestTransaction
}
interface RetrieveOrderResponse {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The version of the API that answers. */
  version: string
  /** The transactions, oldest first. */
  transaction?: readonly (TransactionResponse)[]
}
interface InitiateAuthenticationAgreement {
  /** Whether every payment is of the same amount; must be given for recurring agreements. */
  amountVariability?: 'FIXED' | 'VARIABLE'
  /** Your own data about the agreement; no card data. */
  customData?: string
  /** Last day on which the agreement allows a payment. */
  expiryDate?: string
  /** Your identifier of the agreement; every payment you start from stored details names it. */
  id?: string
  /** Most that one payment may be, in the order's currency. */
  maximumAmountPerPayment?: string
  /** Least that one payment may be, in the order's currency. */
  minimumAmountPerPayment?: string
  /** Fewest days from one payment to the next. */
  minimumDaysBetweenPayments?: number
  /** How many payments the agreement allows. */
  numberOfPayments?: number
  /** How often payments are made. */
  paymentFrequency?: 'AD_HOC' | 'DAILY' | 'FORTNIGHTLY' | 'MONTHLY' | 'OTHER' | 'QUARTERLY' | 'TWICE_YEARLY' | 'WEEKLY' | 'YEARLY'
  /** The retailer the payer has the agreement with, where that is not you. */
  retailer?: AgreementRetailer
  /** First day on which the agreement allows a payment. */
  startDate?: string
  /** Kind of the agreement; given with the first payment of a series. */
  type?: 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED'
}
interface InitiateAuthenticationRequestAuthentication {
  /** Versions of 3-D Secure you are prepared for, separated by commas. */
  acceptVersions?: string
  /** Where the payer is: in a browser, in your app, or not there at all. */
  channel?: 'MERCHANT_REQUESTED' | 'PAYER_APP' | 'PAYER_BROWSER'
  /** What the payer is authenticated for. */
  purpose?: 'ADD_CARD' | 'MAINTAIN_CARD' | 'PAYMENT_TRANSACTION'
}
interface CurrencyConversion {
  /** When the rate was quoted. */
  exchangeRateTime?: string
  /** Provider's margin on the rate, in per cent. */
  marginPercentage?: string
  /** What the payer pays, in payerCurrency. */
  payerAmount?: string
  /** Currency the payer pays in. */
  payerCurrency?: string
  /** Units of payerCurrency for one unit of the order's currency. */
  payerExchangeRate?: string
  /** Who quoted the rate. */
  provider?: 'RATE_PROVIDER_A'
  /** The provider's receipt for the conversion. */
  providerReceipt?: string
  /** Identifier of the quote you asked for. */
  requestId?: string
  /** What the payer said to the offer. */
  uptake?: 'ACCEPTED' | 'DECLINED' | 'NOT_AVAILABLE' | 'NOT_REQUIRED'
}
interface InitiateAuthenticationOrderSubMerchant {
  /** Where the sub-merchant is. */
  address?: Address
  /** Industry code of the sub-merchant. */
  bankIndustryCode?: string
  /** Where payers call about disputes. */
  disputeContactPhone?: string
  /** E-mail address of the sub-merchant. */
  email?: string
  /** Country of a government-controlled sub-merchant. */
  governmentCountryCode?: string
  /** Your identifier of the sub-merchant. */
  identifier: string
  /** Identifier of the marketplace. */
  marketplaceId?: string
  /** Telephone number of the sub-merchant. */
  phone?: string
  /** Legal name of the sub-merchant. */
  registeredName?: string
  /** Name on the payer's statement; some networks cut it. */
  tradingName: string
  /** The sub-merchant's website. */
  websiteUrl?: string
}
interface InitiateAuthenticationRequestOrder {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: InitiateAuthenticationOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface InitiateAuthenticationRequest {
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement that is being established, or that the payment belongs to. */
  agreement?: InitiateAuthenticationAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated. */
  authentication?: InitiateAuthenticationRequestAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What will be paid for. */
  order: InitiateAuthenticationRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransaction
}
interface AuthenticatePayerRequestAuthentication {
  /** Whether you want the payer to be challenged; the issuer decides. */
  challengePreference?: 'NO_CHALLENGE' | 'NO_PREFERENCE' | 'REQUEST_CHALLENGE' | 'REQUIRE_CHALLENGE'
  /** Where the payer is: in a browser, in your app, or not there at all. */
  channel?: 'MERCHANT_REQUESTED' | 'PAYER_APP' | 'PAYER_BROWSER'
  /** Why this payment needs no strong authentication, where you claim that; the issuer decides. */
  exemption?: 'ALREADY_AUTHENTICATED' | 'DATA_ONLY' | 'LOW_VALUE' | 'SECURE_CORPORATE' | 'TRANSACTION_RISK_ANALYSIS' | 'TRUSTED_MERCHANT'
  /** What the payer is authenticated for. */
  purpose?: 'ADD_CARD' | 'MAINTAIN_CARD' | 'PAYMENT_TRANSACTION'
  /** Where the payer returns to after a challenge. */
  redirectResponseUrl?: string
}
interface AuthenticatePayerRequestOrder {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: InitiateAuthenticationOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface AuthenticatePayerRequest {
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement that is being established, or that the payment belongs to. */
  agreement?: InitiateAuthenticationAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated. */
  authentication?: AuthenticatePayerRequestAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What will be paid for. */
  order: AuthenticatePayerRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransaction
}
interface Check3DSecureEnrollmentRequest3DSecureAuthenticationRedirect {
  /** Whether you build the redirecting page yourself or take it ready-made. */
  pageGenerationMode?: 'CUSTOMIZED' | 'SIMPLE'
  /** Where the payer returns to with the result of the issuer. */
  responseUrl?: string
}
interface Check3DSecureEnrollmentRequest3DSecure {
  /** How the payer is sent to the issuer. */
  authenticationRedirect?: Check3DSecureEnrollmentRequest3DSecureAuthenticationRedirect
}
interface Check3DSecureEnrollmentRequestOrder {
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount: string
  /** Currency of the order. */
  currency: string
}
interface Check3DSecureEnrollmentRequest {
  /** How the payer is sent to the issuer. */
  '3DSecure': Check3DSecureEnrollmentRequest3DSecure
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** What will be paid for. */
  order: Check3DSecureEnrollmentRequestOrder
  /** A session that holds request values. */
  session?: Session
  /** The card. */
  sourceOfFunds?: AuthorizeSourceOfFunds
}
interface Check3DSecureEnrollmentResponseAnswer {
  /** What to do next. */
  gatewayRecommendation?: 'DO_NOT_PROCEED' | 'PROCEED' | 'RESUBMIT_LATER' | 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS'
}
interface Check3DSecureEnrollmentResponse3DSecureAuthenticationRedirectCustomized {
  /** Address of the issuer's page. */
  acsUrl?: string
  /** What to post to the issuer's page. */
  paReq?: string
}
interface Check3DSecureEnrollmentResponse3DSecureAuthenticationRedirectSimple {
  /** Body of a page that does the rest. */
  htmlBodyContent?: string
}
interface Check3DSecureEnrollmentResponse3DSecureAuthenticationRedirect {
  /** The parts of a page of your own. */
  customized?: Check3DSecureEnrollmentResponse3DSecureAuthenticationRedirectCustomized
  /** The ready-made page. */
  simple?: Check3DSecureEnrollmentResponse3DSecureAuthenticationRedirectSimple
}
interface Check3DSecureEnrollmentResponse3DSecure {
  /** How to send the payer to the issuer. */
  authenticationRedirect?: Check3DSecureEnrollmentResponse3DSecureAuthenticationRedirect
  /** The outcome of the check in one word. */
  summaryStatus?: 'CARD_DOES_NOT_SUPPORT_3DS' | 'CARD_ENROLLED' | 'CARD_NOT_ENROLLED'
  /** The directory's own answer. */
  veResEnrolled?: 'N' | 'U' | 'Y'
  /** The scheme's identifier of the authentication. */
  xid?: string
}
interface Check3DSecureEnrollmentResponse {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** What to do next. */
  response: Check3DSecureEnrollmentResponseAnswer
  /** The version of the API that answers. */
  version: string
  /** What the directory says. */
  '3DSecure'?: Check3DSecureEnrollmentResponse3DSecure
}
interface ProcessACSResultRequest3DSecure {
  /** What the issuer posted to your responseUrl. */
  paRes: string
}
interface ProcessACSResultRequest {
  /** What the issuer said. */
  '3DSecure': ProcessACSResultRequest3DSecure
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
}
interface ProcessACSResultResponse3DSecure {
  /** The issuer's electronic commerce indicator. */
  acsEci?: string
  /** Proof of the authentication; pass it on unaltered. */
  authenticationToken?: string
  /** The issuer's own answer about the payer. */
  paResStatus?: 'A' | 'N' | 'U' | 'Y'
  /** The outcome in one word. */
  summaryStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_AVAILABLE' | 'AUTHENTICATION_SUCCESSFUL'
  /** The directory's own answer. */
  veResEnrolled?: 'N' | 'U' | 'Y'
  /** The scheme's identifier of the authentication. */
  xid?: string
}
interface ProcessACSResultResponse {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** What to do next. */
  response: Check3DSecureEnrollmentResponseAnswer
  /** The version of the API that answers. */
  version: string
  /** What came of it. */
  '3DSecure'?: ProcessACSResultResponse3DSecure
}
interface InitiateBrowserPaymentRequestSourceOfFunds {
  /** What the payment provider needs to know. */
  browserPayment?: SourceOfFundsBrowserPaymentAnswer
  /** Details given in the request itself. */
  provided?: SourceOfFundsProvided
  /** A token you saved card details under. */
  token?: string
  /** Who asked the scheme for the token. */
  tokenRequestorID?: string
  /** Kind of account that pays. */
  type: 'ACH' | 'BROWSER_PAYMENT' | 'CARD' | 'DIRECT_DEBIT_CANADA' | 'EBT_CARD' | 'GIFT_CARD' | 'PROVIDER_A' | 'PROVIDER_B' | 'SCHEME_TOKEN' | 'SEPA'
}
interface BrowserPaymentProviderA {
  /** Whether the provider shows the shipping address. */
  displayShippingAddress?: boolean
  /** Whether the payer may change the shipping address there. */
  overrideShippingAddress?: boolean
  /** Where the payer confirms: at the provider, or afterwards on your site with Confirm Browser Payment. */
  paymentConfirmation?: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER'
}
interface InitiateBrowserPaymentRequestBrowserPayment {
  /** What the provider is asked for. */
  operation: 'AUTHORIZE' | 'PAY'
  /** Language of the provider's page. */
  preferredLanguage?: string
  /** Choices for provider A. */
  providerA?: BrowserPaymentProviderA
  /** Where the payer comes back to; must be given except for provider A. */
  returnUrl?: string
}
interface InitiateBrowserPaymentRequest {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: AuthorizeOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Which provider. */
  sourceOfFunds: InitiateBrowserPaymentRequestSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransaction
  /** How the payer pays at the provider. */
  browserPayment: InitiateBrowserPaymentRequestBrowserPayment
}
interface ConfirmBrowserPaymentRequestCustomer {
  /** The payer's e-mail address. */
  email?: string
}
interface ConfirmBrowserPaymentRequestOrder {
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Currency of the order. */
  currency?: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
}
interface ConfirmBrowserPaymentRequestTransaction {
  /** Your note about the transaction. */
  merchantNote?: string
  /** Your reference of the transaction. */
  reference?: string
}
interface ConfirmBrowserPaymentRequest {
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The payer. */
  customer?: ConfirmBrowserPaymentRequestCustomer
  /** What has changed since the payment was initiated; never the currency. */
  order?: ConfirmBrowserPaymentRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** The transaction. */
  transaction?: ConfirmBrowserPaymentRequestTransaction
}
interface ConfirmBrowserPaymentResponsePosTerminal {
  /** Where the terminal stands. */
  address?: AddressAnswer
  /** Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards. */
  attended?: 'ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED'
  /** Which payments the terminal can take. */
  cardPresenceCapability?: 'CARD_NOT_PRESENT' | 'CARD_PRESENT' | 'CARD_PRESENT_AND_CARD_NOT_PRESENT'
  /** Whether cardholders operate the terminal themselves. */
  cardholderActivated?: 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL'
  /** How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible). */
  entryMode?: string
  /** How the terminal can read cards (EMV tag 9F33). */
  inputCapability?: 'BARCODE' | 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'CONTACTLESS_OR_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE' | 'UNKNOWN' | 'VOICE_AUDIO_RESPONSE'
  /** Whether the terminal stands on the merchant's premises. */
  location?: 'OFF_CARD_ACCEPTOR_PREMISES' | 'ON_CARD_ACCEPTOR_PREMISES'
  /** The mobile device, where that is the terminal. */
  mobile?: PosTerminalMobile
  /** The lane of the request. */
  name: string
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
  /** How the card number was entered (EMV tag 9F39). */
  panEntryMode?: 'BARCODE_READER' | 'CHIP' | 'CHIP_FALLBACK' | 'CONTACTLESS' | 'ECOMMERCE' | 'KEYED' | 'MOBILE_COMMERCE' | 'OPTICAL_CHARACTER_READER' | 'RFID_CHIP' | 'RFID_STRIPE' | 'SWIPE' | 'SWIPE_WITH_SIGNATURE' | 'UNKNOWN' | 'VOICE_AUTHORIZATION' | 'VOICE_RESPONSE'
  /** Whether a PIN can be entered (EMV tag 9F33). */
  pinEntryCapability?: 'OFFLINE_PIN_ONLY' | 'PIN_NOT_SUPPORTED' | 'PIN_PAD_INOPERATIVE' | 'PIN_SUPPORTED' | 'SOFTWARE_ONLINE_PIN_ONLY' | 'UNKNOWN'
  /** Longest PIN the terminal can take. */
  pinLengthCapability?: number
  /** Serial number of the terminal. */
  serialNumber?: string
  /** The store the terminal stands in. */
  store?: PosTerminalStore
}
interface ConfirmBrowserPaymentResponse {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswer
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** The transaction. */
  transaction: TransactionAnswer
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: ConfirmBrowserPaymentResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CreateCheckoutSessionAuthentication {
  /** Proof of an authentication made elsewhere. */
  '3ds'?: Authentication3ds
  /** How an authentication made elsewhere went. */
  '3ds2'?: Authentication3ds2
  /** Versions of 3-D Secure you are prepared for, separated by commas. */
  acceptVersions?: string
  /** Whether you want the payer to be challenged; the issuer decides. */
  challengePreference?: 'NO_CHALLENGE' | 'NO_PREFERENCE' | 'REQUEST_CHALLENGE' | 'REQUIRE_CHALLENGE'
  /** Where the payer is: in a browser, in your app, or not there at all. */
  channel?: 'MERCHANT_REQUESTED' | 'PAYER_APP' | 'PAYER_BROWSER'
  /** Why this payment needs no strong authentication, where you claim that; the issuer decides. */
  exemption?: 'ALREADY_AUTHENTICATED' | 'DATA_ONLY' | 'LOW_VALUE' | 'SECURE_CORPORATE' | 'TRANSACTION_RISK_ANALYSIS' | 'TRUSTED_MERCHANT'
  /** What the payer is authenticated for. */
  purpose?: 'ADD_CARD' | 'MAINTAIN_CARD' | 'PAYMENT_TRANSACTION'
  /** Where the payer returns to after a challenge. */
  redirectResponseUrl?: string
  /** The transaction of this order in which the gateway authenticated the payer. */
  transactionId?: string
}
interface CreateCheckoutSessionRequestOrder {
  /** Your identifier of the order. */
  id: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: AuthorizeOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface CreateCheckoutSessionSourceOfFundsProvidedCard {
  /** The account behind a debit-network card. */
  accountType?: 'CHECKING' | 'SAVINGS'
  /** A payment made with a device wallet. */
  devicePayment?: CardDevicePayment
  /** When the card expires. */
  expiry?: CardExpiry
  /** Funding card number behind a device number, masked 6.4. */
  maskedFpan?: string
  /** When the funding card expires. */
  maskedFpanExpiry?: CardMaskedFpanExpiry
  /** A payment made with a mobile wallet. */
  mobileWallet?: CardMobileWallet
  /** The cardholder's name as the card shows it. */
  nameOnCard?: string
  /** The card number. */
  number?: string
  /** The security code printed on the card; used once, never kept. */
  securityCode?: string
  /** Tells cards of the same number apart. */
  sequenceNumber?: string
  /** Whether you hold, or are about to hold, these details for later payments. */
  storedOnFile?: 'NOT_STORED' | 'STORED' | 'TO_BE_STORED'
}
interface CreateCheckoutSessionSourceOfFundsProvided {
  /** A bank account in the United States. */
  ach?: ProvidedAch
  /** Card details. */
  card?: CreateCheckoutSessionSourceOfFundsProvidedCard
  /** A bank account in Canada. */
  directDebitCanada?: ProvidedDirectDebitCanada
  /** Electronic benefits. */
  ebt?: ProvidedEbt
  /** A gift card. */
  giftCard?: ProvidedGiftCard
  /** An account with provider B. */
  providerB?: ProvidedProviderB
  /** A bank account in the single euro payments area. */
  sepa?: ProvidedSepa
}
interface CreateCheckoutSessionSourceOfFunds {
  /** What the payment provider needs to know. */
  browserPayment?: SourceOfFundsBrowserPaymentAnswer
  /** Details given in the request itself. */
  provided?: CreateCheckoutSessionSourceOfFundsProvided
  /** A token you saved card details under. */
  token?: string
  /** Who asked the scheme for the token. */
  tokenRequestorID?: string
  /** Kind of account that pays. */
  type?: 'ACH' | 'BROWSER_PAYMENT' | 'CARD' | 'DIRECT_DEBIT_CANADA' | 'EBT_CARD' | 'GIFT_CARD' | 'PROVIDER_A' | 'PROVIDER_B' | 'SCHEME_TOKEN' | 'SEPA'
}
interface CreateCheckoutSessionTransaction {
  /** Your identifier of the transaction. */
  id?: string
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount of the transaction. */
  amount?: string
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Discount in the amount. */
  discountAmount?: string
  /** Duty in the amount. */
  dutyAmount?: string
  /** Whether it is one of a series, as older versions said it; kept, but agreement is what counts. */
  frequency?: string
  /** Line items of the transaction. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** Taxes in the amount. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface BrowserPayment {
  /** What the provider is asked for. */
  operation?: 'AUTHORIZE' | 'PAY'
  /** Language of the provider's page. */
  preferredLanguage?: string
  /** Choices for provider A. */
  providerA?: BrowserPaymentProviderA
  /** Where the payer comes back to; must be given except for provider A. */
  returnUrl?: string
}
interface CreateCheckoutSessionRequestInteractionDisplayControl {
  /** Whether the payer is asked for the billing address. */
  billingAddress?: 'HIDE' | 'MANDATORY' | 'OPTIONAL' | 'READ_ONLY'
  /** Whether the payer is asked for an e-mail address. */
  customerEmail?: 'HIDE' | 'MANDATORY' | 'OPTIONAL'
  /** How much of the order is shown. */
  orderSummary?: 'HIDE' | 'SHOW' | 'SHOW_PARTIAL'
  /** Whether the payer confirms on a page of its own. */
  paymentConfirmation?: 'HIDE' | 'SHOW'
  /** Whether terms of payment are shown. */
  paymentTerms?: 'HIDE' | 'SHOW_IF_SUPPORTED'
  /** Whether the payer is asked for the shipping address. */
  shipping?: 'HIDE' | 'MANDATORY' | 'OPTIONAL' | 'READ_ONLY'
}
interface CreateCheckoutSessionRequestInteractionMerchant {
  /** Picture that stands for you on the page. */
  logo?: string
  /** Your name as the page shows it. */
  name?: string
  /** Your website. */
  url?: string
}
interface CreateCheckoutSessionRequestInteraction {
  /** Where the payer goes after cancelling. */
  cancelUrl?: string
  /** What the page shows and asks for. */
  displayControl?: CreateCheckoutSessionRequestInteractionDisplayControl
  /** Language of the page, such as en or pt-BR. */
  locale?: string
  /** How the page presents you. */
  merchant?: CreateCheckoutSessionRequestInteractionMerchant
  /** What the page does with the card; NONE only stores it in the session. */
  operation?: 'AUTHORIZE' | 'NONE' | 'PURCHASE' | 'VERIFY'
  /** Where the payer goes after paying. */
  returnUrl?: string
  /** Name of a look that your page asks for; the page has one look, and it stays. */
  theme?: string
  /** Seconds the payer has for paying. */
  timeout?: number
  /** Where the payer goes when time is up. */
  timeoutUrl?: string
}
interface CreateCheckoutSessionRequest {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement the payer enters into. */
  agreement?: InitiateAuthenticationAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: CreateCheckoutSessionRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransaction
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** How the page looks and where it leads. */
  interaction?: CreateCheckoutSessionRequestInteraction
  /** A session that holds request values. */
  session?: Session
}
interface SessionAnswer {
  /** The session. */
  id: string
  /** Its version: send it along to be sure that nothing changed. */
  version: string
  /** How the last update went. */
  updateStatus: 'FAILURE' | 'NO_UPDATE' | 'SUCCESS'
  /** Key that unlocks what the payer brings back from a challenge. */
  aes256Key?: string
  /** How often a browser may use the session as a password. */
  authenticationLimit?: number
}
interface CreateCheckoutSessionResponse {
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** The session. */
  session: SessionAnswer
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The version of the API that answers. */
  version: string
  /** How the payer reaches the page. */
  checkoutMode: 'PAYMENT_LINK' | 'WEBSITE'
  /** Compare it with the resultIndicator the payer brings back. */
  successIndicator: string
  /** Whether this is a sandbox. */
  isTest?: boolean
}
interface CreateSessionOrder {
  /** Your identifier of the order. */
  id?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency?: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: AuthorizeOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface CreateSessionRequestSession {
  /** How often a browser may use the session as a password. */
  authenticationLimit?: number
}
interface CreateSessionRequest {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CreateSessionOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransaction
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Settings of the session. */
  session?: CreateSessionRequestSession
}
interface CreateSessionResponse {
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** The session. */
  session: SessionAnswer
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The version of the API that answers. */
  version: string
}
interface UpdateSessionRequestSession {
  /** How often a browser may use the session as a password. */
  authenticationLimit?: number
  /** The version you mean to update; another one refuses the request. */
  version?: string
}
interface UpdateSessionRequest {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CreateSessionOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransaction
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Settings of the session. */
  session?: UpdateSessionRequestSession
}
interface SessionResponseBilling {
  /** The address the payer's card is registered at; used for address verification. */
  address?: BillingAddressAnswer
}
interface SessionResponseOrder {
  /** Your identifier of the order. */
  id?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: number
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Currency of the order. */
  currency?: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface SessionResponsePosTerminal {
  /** Where the terminal stands; EMV tag 9F1A holds its country. */
  address?: AddressAnswer
  /** Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards. */
  attended?: 'ATTENDED' | 'SEMI_ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED'
  /** Which payments the terminal can take. */
  cardPresenceCapability?: 'CARD_NOT_PRESENT' | 'CARD_PRESENT' | 'CARD_PRESENT_AND_CARD_NOT_PRESENT'
  /** Kind of self-service terminal; NOT_CARDHOLDER_ACTIVATED for a card that is present, unless given. */
  cardholderActivated?: 'AUTOMATED_DISPENSING_MACHINE_WITH_PIN' | 'ELECTRONIC_COMMERCE' | 'IN_FLIGHT_COMMERCE' | 'LIMITED_AMOUNT_TERMINAL' | 'MPOS_ACCEPTANCE_DEVICE' | 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL' | 'TRANSPONDER_TRANSACTION'
  /** How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible). */
  entryMode?: string
  /** How the terminal can read cards (EMV tag 9F33). */
  inputCapability?: 'BARCODE' | 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'CONTACTLESS_OR_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE' | 'UNKNOWN' | 'VOICE_AUDIO_RESPONSE'
  /** Your name of the lane or till (EMV tag 9F1C); answers call it name. */
  lane?: string
  /** Whose terminal it is and where it stands. PAYER_TERMINAL_OFF_PREMISES for mobile wallets unless given. */
  location?: 'MERCHANT_TERMINAL_OFF_PREMISES' | 'MERCHANT_TERMINAL_ON_PREMISES' | 'NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE' | 'PAYER_TERMINAL_OFF_PREMISES' | 'PAYER_TERMINAL_ON_PREMISES'
  /** The mobile device, where that is the terminal. */
  mobile?: PosTerminalMobile
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
  /** How the card number was entered (EMV tag 9F39). */
  panEntryMode?: 'BARCODE_READER' | 'CHIP' | 'CHIP_FALLBACK' | 'CONTACTLESS' | 'ECOMMERCE' | 'KEYED' | 'MOBILE_COMMERCE' | 'OPTICAL_CHARACTER_READER' | 'RFID_CHIP' | 'RFID_STRIPE' | 'SWIPE' | 'SWIPE_WITH_SIGNATURE' | 'UNKNOWN' | 'VOICE_AUTHORIZATION' | 'VOICE_RESPONSE'
  /** Whether a PIN can be entered (EMV tag 9F33). */
  pinEntryCapability?: 'OFFLINE_PIN_ONLY' | 'PIN_NOT_SUPPORTED' | 'PIN_PAD_INOPERATIVE' | 'PIN_SUPPORTED' | 'SOFTWARE_ONLINE_PIN_ONLY' | 'UNKNOWN'
  /** Longest PIN the terminal can take. */
  pinLengthCapability?: number
  /** Serial number of the terminal. */
  serialNumber?: string
  /** The store the terminal stands in. */
  store?: PosTerminalStore
}
interface SessionResponseShipping {
  /** Where the goods are sent. */
  address?: ShippingAddressAnswer
  /** Who receives the goods. */
  contact?: ShippingContact
  /** How the goods travel: GROUND takes 4 days or more, PRIORITY 2 or 3. */
  method?: 'ELECTRONIC' | 'GROUND' | 'NOT_SHIPPED' | 'OVERNIGHT' | 'PICKUP' | 'PRIORITY' | 'SAME_DAY'
  /** Where the goods come from. */
  origin?: ShippingOrigin
}
interface SessionResponseSourceOfFundsProvidedCard {
  /** The account behind a debit-network card. */
  accountType?: 'CHECKING' | 'SAVINGS'
  /** A payment made with a device wallet. */
  devicePayment?: CardDevicePaymentAnswer
  /** When the card expires. */
  expiry?: CardExpiry
  /** Funding card number behind a device number, masked 6.4. */
  maskedFpan?: string
  /** When the funding card expires. */
  maskedFpanExpiry?: CardMaskedFpanExpiry
  /** A payment made with a mobile wallet. */
  mobileWallet?: CardMobileWalletAnswer
  /** The cardholder's name as the card shows it. */
  nameOnCard?: string
  /** The card number. */
  number?: string
  /** Tells cards of the same number apart. */
  sequenceNumber?: string
  /** Whether you hold, or are about to hold, these details for later payments. */
  storedOnFile?: 'NOT_STORED' | 'STORED' | 'TO_BE_STORED'
  /** The network whose brand the card carries. */
  brand: 'NETWORK_A' | 'NETWORK_B' | 'NETWORK_C' | 'NETWORK_D' | 'NETWORK_E' | 'NETWORK_F' | 'NETWORK_G' | 'NETWORK_H' | 'NETWORK_I' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN'
  /** How the payer pays for what the card spends. */
  fundingMethod: 'CHARGE' | 'CREDIT' | 'DEBIT' | 'UNKNOWN'
  /** The cardholder. */
  holder?: CardHolderAnswer
  /** The local scheme of the card. */
  localBrand?: string
  /** The network that carries the payment. */
  scheme?: 'NETWORK_A' | 'NETWORK_B' | 'NETWORK_C' | 'NETWORK_D' | 'NETWORK_E' | 'NETWORK_F' | 'NETWORK_G' | 'NETWORK_H' | 'NETWORK_I' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN'
  /** There, as xxx, while the session holds a security code. */
  securityCode?: 'xxx'
}
interface SessionResponseSourceOfFundsProvided {
  /** Card details, the number masked. */
  card?: SessionResponseSourceOfFundsProvidedCard
  /** A bank account in Canada. */
  directDebitCanada?: ProvidedDirectDebitCanada
  /** Electronic benefits. */
  ebt?: ProvidedEbt
  /** An account with provider B. */
  providerB?: ProvidedProviderB
  /** A bank account in the single euro payments area. */
  sepa?: ProvidedSepa
  /** A bank account in the United States. */
  ach?: ProvidedAch
  /** The gift card, its number masked. */
  giftCard?: ProvidedGiftCardAnswer
}
interface SessionResponseSourceOfFunds {
  /** What the payment provider needs to know. */
  browserPayment?: SourceOfFundsBrowserPaymentAnswer
  /** A token you saved card details under. */
  token?: string
  /** Who asked the scheme for the token. */
  tokenRequestorID?: string
  /** Kind of account that pays. */
  type?: 'ACH' | 'BROWSER_PAYMENT' | 'CARD' | 'DIRECT_DEBIT_CANADA' | 'EBT_CARD' | 'GIFT_CARD' | 'PROVIDER_A' | 'PROVIDER_B' | 'SCHEME_TOKEN' | 'SEPA'
  /** What paid, as far as it may be shown. */
  provided?: SessionResponseSourceOfFundsProvided
}
interface SessionResponseTransaction {
  /** Your identifier of the transaction. */
  id?: string
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount of the transaction. */
  amount?: number
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Discount in the amount. */
  discountAmount?: number
  /** Duty in the amount. */
  dutyAmount?: number
  /** Whether it is one of a series, as older versions said it; kept, but agreement is what counts. */
  frequency?: string
  /** Line items of the transaction. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** Taxes in the amount. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface SessionResponse {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AgreementAnswer
  /** The flight that is paid for. */
  airline?: AirlineAnswer
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: SessionResponseBilling
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: SessionResponseOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: SessionResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: SessionResponseShipping
  /** Who pays, masked. */
  sourceOfFunds?: SessionResponseSourceOfFunds
  /** The transaction. */
  transaction?: SessionResponseTransaction
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** The session. */
  session: SessionAnswer
  /** The version of the API that answers. */
  version: string
  /** How the checkout page looks and where it leads. */
  interaction?: CreateCheckoutSessionRequestInteraction
}
interface TokenRequestSourceOfFunds {
  /** Details given in the request itself. */
  provided?: SourceOfFundsProvided
  /** Who asked the scheme for the token. */
  tokenRequestorID?: string
  /** Kind of account that pays. */
  type?: 'ACH' | 'BROWSER_PAYMENT' | 'CARD' | 'DIRECT_DEBIT_CANADA' | 'EBT_CARD' | 'GIFT_CARD' | 'PROVIDER_A' | 'PROVIDER_B' | 'SCHEME_TOKEN' | 'SEPA'
}
interface TokenRequest {
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** The card to keep. */
  sourceOfFunds?: TokenRequestSourceOfFunds
}
interface TokenResponseResponse {
  /** The outcome in one word. */
  gatewayCode: 'ABORTED' | 'ACQUIRER_SYSTEM_ERROR' | 'APPROVED' | 'APPROVED_PENDING_SETTLEMENT' | 'AUTHENTICATION_FAILED' | 'BALANCE_AVAILABLE' | 'BALANCE_UNKNOWN' | 'BASIC_VERIFICATION_SUCCESSFUL' | 'BLOCKED' | 'CANCELLED' | 'DECLINED' | 'DECLINED_AVS' | 'DECLINED_AVS_CSC' | 'DECLINED_CSC' | 'DECLINED_DO_NOT_CONTACT' | 'DECLINED_PAYMENT_PLAN' | 'DEFERRED_TRANSACTION_RECEIVED' | 'DUPLICATE_BATCH' | 'EXCEEDED_RETRY_LIMIT' | 'EXPIRED_CARD' | 'INSUFFICIENT_FUNDS' | 'INVALID_CSC' | 'LOCK_FAILURE' | 'NOT_ENROLLED_3D_SECURE' | 'NOT_SUPPORTED' | 'NO_BALANCE' | 'PARTIALLY_APPROVED' | 'PENDING' | 'REFERRED' | 'SUBMITTED' | 'SYSTEM_ERROR' | 'TIMED_OUT' | 'UNKNOWN' | 'UNSPECIFIED_FAILURE'
}
interface TokenResponseSourceOfFundsProvidedCard {
  /** The account behind a debit-network card. */
  accountType?: 'CHECKING' | 'SAVINGS'
  /** A payment made with a device wallet. */
  devicePayment?: CardDevicePaymentAnswer
  /** When the card expires, as MMYY. */
  expiry?: string
  /** Funding card number behind a device number, masked 6.4. */
  maskedFpan?: string
  /** When the funding card expires. */
  maskedFpanExpiry?: CardMaskedFpanExpiry
  /** A payment made with a mobile wallet. */
  mobileWallet?: CardMobileWalletAnswer
  /** The cardholder's name as the card shows it. */
  nameOnCard?: string
  /** The card number. */
  number?: string
  /** Tells cards of the same number apart. */
  sequenceNumber?: string
  /** Whether you hold, or are about to hold, these details for later payments. */
  storedOnFile?: 'NOT_STORED' | 'STORED' | 'TO_BE_STORED'
  /** The network whose brand the card carries. */
  brand: 'NETWORK_A' | 'NETWORK_B' | 'NETWORK_C' | 'NETWORK_D' | 'NETWORK_E' | 'NETWORK_F' | 'NETWORK_G' | 'NETWORK_H' | 'NETWORK_I' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN'
  /** How the payer pays for what the card spends. */
  fundingMethod: 'CHARGE' | 'CREDIT' | 'DEBIT' | 'UNKNOWN'
  /** The cardholder. */
  holder?: CardHolderAnswer
  /** The local scheme of the card. */
  localBrand?: string
  /** The network that carries the payment. */
  scheme?: 'NETWORK_A' | 'NETWORK_B' | 'NETWORK_C' | 'NETWORK_D' | 'NETWORK_E' | 'NETWORK_F' | 'NETWORK_G' | 'NETWORK_H' | 'NETWORK_I' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN'
}
interface TokenResponseSourceOfFundsProvided {
  /** Card details, the number masked. */
  card?: TokenResponseSourceOfFundsProvidedCard
  /** A bank account in Canada. */
  directDebitCanada?: ProvidedDirectDebitCanada
  /** Electronic benefits. */
  ebt?: ProvidedEbt
  /** An account with provider B. */
  providerB?: ProvidedProviderB
  /** A bank account in the single euro payments area. */
  sepa?: ProvidedSepa
  /** A bank account in the United States. */
  ach?: ProvidedAch
  /** The gift card, its number masked. */
  giftCard?: ProvidedGiftCardAnswer
}
interface TokenResponseSourceOfFunds {
  /** What the payment provider needs to know. */
  browserPayment?: SourceOfFundsBrowserPaymentAnswer
  /** A token you saved card details under. */
  token?: string
  /** Who asked the scheme for the token. */
  tokenRequestorID?: string
  /** Kind of account that pays. */
  type?: 'ACH' | 'BROWSER_PAYMENT' | 'CARD' | 'DIRECT_DEBIT_CANADA' | 'EBT_CARD' | 'GIFT_CARD' | 'PROVIDER_A' | 'PROVIDER_B' | 'SCHEME_TOKEN' | 'SEPA'
  /** What paid, as far as it may be shown. */
  provided?: TokenResponseSourceOfFundsProvided
}
interface TokenResponseUsage {
  /** When the token was last saved. */
  lastUpdated?: string
  /** Who saved it. */
  lastUpdatedBy?: string
  /** When the token last paid. */
  lastUsed?: string
}
interface TokenResponse {
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** Where the token is kept. */
  repositoryId?: string
  /** Whether the card looks right. */
  response?: TokenResponseResponse
  /** The card, masked. */
  sourceOfFunds?: TokenResponseSourceOfFunds
  /** Whether the token can be used. */
  status?: 'INVALID' | 'VALID'
  /** The token. */
  token: string
  /** How the token was used. */
  usage?: TokenResponseUsage
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The version of the API that answers. */
  version: string
}
interface DeleteTokenResponse {
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** The version of the API that answers. */
  version: string
}
interface BalanceInquiryRequestOrderSubMerchantAddress {
  /** City or town. */
  city?: string
  /** Company at this address. */
  company?: string
  /** Country, as its three-letter code. */
  country?: string
  /** Postcode or zip code. */
  postcodeZip?: string
  /** State or province, by code from version 73 on. */
  stateProvince?: string
  /** First line of the street address; answers join both lines by ", " and cut them at 100 characters. */
  street?: string
  /** Second line of the street address. */
  street2?: string
}
interface BalanceInquiryRequestOrderSubMerchant {
  /** Where the sub-merchant is. */
  address?: BalanceInquiryRequestOrderSubMerchantAddress
  /** Industry code of the sub-merchant. */
  bankIndustryCode?: string
  /** E-mail address of the sub-merchant. */
  email?: string
  /** Your identifier of the sub-merchant. */
  identifier?: string
  /** Telephone number of the sub-merchant. */
  phone?: string
  /** Legal name of the sub-merchant. */
  registeredName?: string
  /** Name on the payer's statement; some networks cut it. */
  tradingName?: string
  /** The sub-merchant's website. */
  websiteUrl?: string
}
interface BalanceInquiryRequestOrder {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the balance. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: BalanceInquiryRequestOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface BalanceInquiryRequest {
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What the balance is for. */
  order: BalanceInquiryRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Whose balance. */
  sourceOfFunds: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransaction
}
interface BalanceInquiryResponse {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** What is left. */
  availableBalance?: AvailableBalanceAnswer
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** Whose balance, masked. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** The version of the API that answers. */
  version: string
}
interface PaymentOptionsInquiryResponsePaymentTypesCardCardTypes {
  /** A brand you can take. */
  cardType: string
}
interface CurrenciesAnswer {
  /** A currency you can take. */
  currency: string
}
interface PaymentOptionsInquiryResponsePaymentTypesCard {
  /** Brands. */
  cardTypes?: readonly (PaymentOptionsInquiryResponsePaymentTypesCardCardTypes)[]
  /** Currencies. */
  currencies?: readonly (CurrenciesAnswer)[]
}
interface PaymentOptionsInquiryResponsePaymentTypesBrowserPayment {
  /** Currencies. */
  currencies?: readonly (CurrenciesAnswer)[]
  /** How it is called before payers. */
  displayName?: string
  /** What to ask for, as sourceOfFunds.browserPayment.type. */
  type: string
}
interface PaymentOptionsInquiryResponsePaymentTypes {
  /** Cards. */
  card?: PaymentOptionsInquiryResponsePaymentTypesCard
  /** Providers you can send the payer to. */
  browserPayment?: readonly (PaymentOptionsInquiryResponsePaymentTypesBrowserPayment)[]
}
interface PaymentOptionsInquiryResponse {
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** How you take payments. */
  transactionMode?: 'AUTHORIZE_CAPTURE' | 'PURCHASE'
  /** What the payer may pay with. */
  paymentTypes?: PaymentOptionsInquiryResponsePaymentTypes
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The version of the API that answers. */
  version: string
}
interface PaymentOptionsInquiryRequestOrder {
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Currency of the order. */
  currency?: string
}
interface PaymentOptionsInquiryRequest {
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The order you ask for. */
  order?: PaymentOptionsInquiryRequestOrder
  /** A session that holds request values. */
  session?: Session
}
interface CheckGatewayResponse {
  /** Release of the gateway. */
  gatewayVersion: string
  /** Whether it is operating. */
  status: 'OPERATING' | 'UNAVAILABLE'
}
interface CreateCheckoutSessionRequestInteractionSince52 {
  /** Where the payer goes after cancelling. */
  cancelUrl?: string
  /** What the page shows and asks for. */
  displayControl?: CreateCheckoutSessionRequestInteractionDisplayControl
  /** Language of the page, such as en or pt-BR. */
  locale?: string
  /** How the page presents you. */
  merchant?: CreateCheckoutSessionRequestInteractionMerchant
  /** What the page does with the card; NONE only stores it in the session. */
  operation: 'AUTHORIZE' | 'NONE' | 'PURCHASE' | 'VERIFY'
  /** Where the payer goes after paying. */
  returnUrl?: string
  /** Name of a look that your page asks for; the page has one look, and it stays. */
  theme?: string
  /** Seconds the payer has for paying. */
  timeout?: number
  /** Where the payer goes when time is up. */
  timeoutUrl?: string
}
interface CreateCheckoutSessionRequestSince52 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement the payer enters into. */
  agreement?: InitiateAuthenticationAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: CreateCheckoutSessionRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransaction
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** How the page looks and where it leads. */
  interaction: CreateCheckoutSessionRequestInteractionSince52
  /** A session that holds request values. */
  session?: Session
}
interface PaymentOptionsInquiryResponseSupportedPaymentOperations {
  /** An operation; PURCHASE is Pay. */
  supportedPaymentOperation: 'AUTHORIZE' | 'PURCHASE' | 'VERIFY'
}
interface PaymentOptionsInquiryResponseSince52 {
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** What you can ask for. */
  supportedPaymentOperations?: readonly (PaymentOptionsInquiryResponseSupportedPaymentOperations)[]
  /** What the payer may pay with. */
  paymentTypes?: PaymentOptionsInquiryResponsePaymentTypes
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The version of the API that answers. */
  version: string
}
interface CreateCheckoutSessionRequestAgreement {
  /** Whether every payment is of the same amount; must be given for recurring agreements. */
  amountVariability?: 'FIXED' | 'VARIABLE'
  /** Your own data about the agreement; no card data. */
  customData?: string
  /** Last day on which the agreement allows a payment. */
  expiryDate?: string
  /** Your identifier of the agreement; every payment you start from stored details names it. */
  id: string
  /** Most that one payment may be, in the order's currency. */
  maximumAmountPerPayment?: string
  /** Least that one payment may be, in the order's currency. */
  minimumAmountPerPayment?: string
  /** Fewest days from one payment to the next. */
  minimumDaysBetweenPayments?: number
  /** How many payments the agreement allows. */
  numberOfPayments?: number
  /** How often payments are made. */
  paymentFrequency?: 'AD_HOC' | 'DAILY' | 'FORTNIGHTLY' | 'MONTHLY' | 'OTHER' | 'QUARTERLY' | 'TWICE_YEARLY' | 'WEEKLY' | 'YEARLY'
  /** The retailer the payer has the agreement with, where that is not you. */
  retailer?: AgreementRetailer
  /** First day on which the agreement allows a payment. */
  startDate?: string
  /** Kind of the agreement; given with the first payment of a series. */
  type?: 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED'
}
interface CreateCheckoutSessionRequestSince53 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement the payer enters into. */
  agreement?: CreateCheckoutSessionRequestAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: CreateCheckoutSessionRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransaction
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** How the page looks and where it leads. */
  interaction: CreateCheckoutSessionRequestInteractionSince52
  /** A session that holds request values. */
  session?: Session
}
interface AuthorizeTransactionSince54 {
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount of the transaction. */
  amount?: string
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Discount in the amount. */
  discountAmount?: string
  /** Duty in the amount. */
  dutyAmount?: string
  /** Line items of the transaction. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** Taxes in the amount. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface AuthorizeRequestSince54 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: AuthorizeOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: AuthorizePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface TransactionAnswerSince54 {
  /** Your identifier of the transaction. */
  id: string
  /** What the transaction does. */
  type: 'AUTHENTICATION' | 'AUTHORIZATION' | 'AUTHORIZATION_UPDATE' | 'CAPTURE' | 'CHARGEBACK' | 'DISBURSEMENT' | 'FEE' | 'FUNDING' | 'PAYMENT' | 'REFUND' | 'REFUND_REQUEST' | 'VERIFICATION' | 'VOID_AUTHORIZATION' | 'VOID_CAPTURE' | 'VOID_PAYMENT' | 'VOID_REFUND'
  /** Amount of the transaction. */
  amount: number
  /** Currency of the transaction. */
  currency: string
  /** The issuer's approval. */
  authorizationCode?: string
  /** Discount in the amount. */
  discountAmount?: number
  /** Duty in the amount. */
  dutyAmount?: number
  /** Line items of the transaction. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** The transaction of the order this one acts on. */
  targetTransactionId?: string
  /** Taxes in the amount. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** How the acquirer files the transaction. */
  acquirer?: TransactionAnswerAcquirer
  /** What to quote to the acquirer. */
  receipt?: string
  /** What is being done to undo it where its outcome was unknown. */
  reversal?: TransactionAnswerReversal
}
interface TransactionResponseSince54 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswer
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** The transaction. */
  transaction: TransactionAnswerSince54
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: TransactionResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CaptureRequestTransactionSince54 {
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount to capture. */
  amount: string
  /** Currency of the transaction: the order's. */
  currency: string
  /** Discount in the amount. */
  discountAmount?: string
  /** Duty in the amount. */
  dutyAmount?: string
  /** Line items of the transaction. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** The transaction of the order this one acts on. */
  targetTransactionId?: string
  /** Taxes in the amount. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface CaptureRequestSince54 {
  /** Of the payment that is captured; it was judged there, and is not looked at again. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is captured. */
  transaction: CaptureRequestTransactionSince54
}
interface RefundRequestTransactionSince54 {
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount of the transaction. */
  amount?: string
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Discount in the amount. */
  discountAmount?: string
  /** Duty in the amount. */
  dutyAmount?: string
  /** Line items of the transaction. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** The transaction of the order this one acts on. */
  targetTransactionId?: string
  /** Taxes in the amount. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface RefundRequestSince54 {
  /** What else the gateway should do. */
  action?: RefundRequestAction
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is refunded. */
  transaction?: RefundRequestTransactionSince54
}
interface VerifyRequestSince54 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What would be paid for. */
  order: VerifyRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: VerifyRequestPosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface VerifyResponseSince54 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: VerifyResponseOrder
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** The transaction. */
  transaction: TransactionAnswerSince54
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: VerifyResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface RetrieveOrderResponseSince54 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The version of the API that answers. */
  version: string
  /** The transactions, oldest first. */
  transaction?: readonly (TransactionResponseSince54)[]
}
interface InitiateAuthenticationRequestSince54 {
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement that is being established, or that the payment belongs to. */
  agreement?: InitiateAuthenticationAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated. */
  authentication?: InitiateAuthenticationRequestAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What will be paid for. */
  order: InitiateAuthenticationRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface AuthenticatePayerRequestSince54 {
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement that is being established, or that the payment belongs to. */
  agreement?: InitiateAuthenticationAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated. */
  authentication?: AuthenticatePayerRequestAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What will be paid for. */
  order: AuthenticatePayerRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface InitiateBrowserPaymentRequestSince54 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: AuthorizeOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Which provider. */
  sourceOfFunds: InitiateBrowserPaymentRequestSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
  /** How the payer pays at the provider. */
  browserPayment: InitiateBrowserPaymentRequestBrowserPayment
}
interface ConfirmBrowserPaymentResponseSince54 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswer
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** The transaction. */
  transaction: TransactionAnswerSince54
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: ConfirmBrowserPaymentResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CreateCheckoutSessionTransactionSince54 {
  /** Your identifier of the transaction. */
  id?: string
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount of the transaction. */
  amount?: string
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Discount in the amount. */
  discountAmount?: string
  /** Duty in the amount. */
  dutyAmount?: string
  /** Line items of the transaction. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** Taxes in the amount. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface CreateCheckoutSessionRequestSince54 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement the payer enters into. */
  agreement?: CreateCheckoutSessionRequestAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: CreateCheckoutSessionRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** How the page looks and where it leads. */
  interaction: CreateCheckoutSessionRequestInteractionSince52
  /** A session that holds request values. */
  session?: Session
}
interface CreateSessionRequestSince54 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CreateSessionOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Settings of the session. */
  session?: CreateSessionRequestSession
}
interface UpdateSessionRequestSince54 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CreateSessionOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Settings of the session. */
  session?: UpdateSessionRequestSession
}
interface SessionResponseTransactionSince54 {
  /** Your identifier of the transaction. */
  id?: string
  /** What the acquirer should know. */
  acquirer?: TransactionAcquirer
  /** Amount of the transaction. */
  amount?: number
  /** Currency of the transaction: the order's. */
  currency?: string
  /** Discount in the amount. */
  discountAmount?: number
  /** Duty in the amount. */
  dutyAmount?: number
  /** Line items of the transaction. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** Taxes in the amount. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
}
interface SessionResponseSince54 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AgreementAnswer
  /** The flight that is paid for. */
  airline?: AirlineAnswer
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: SessionResponseBilling
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: SessionResponseOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: SessionResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: SessionResponseShipping
  /** Who pays, masked. */
  sourceOfFunds?: SessionResponseSourceOfFunds
  /** The transaction. */
  transaction?: SessionResponseTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** The session. */
  session: SessionAnswer
  /** The version of the API that answers. */
  version: string
  /** How the checkout page looks and where it leads. */
  interaction?: CreateCheckoutSessionRequestInteraction
}
interface BalanceInquiryRequestSince54 {
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What the balance is for. */
  order: BalanceInquiryRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Whose balance. */
  sourceOfFunds: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface TransactionResponsePosTerminalSince55 {
  /** Where the terminal stands. */
  address?: AddressAnswer
  /** Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards. */
  attended?: 'ATTENDED' | 'SEMI_ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED'
  /** Which payments the terminal can take. */
  cardPresenceCapability?: 'CARD_NOT_PRESENT' | 'CARD_PRESENT' | 'CARD_PRESENT_AND_CARD_NOT_PRESENT'
  /** Kind of self-service terminal; NOT_CARDHOLDER_ACTIVATED for a card that is present, unless given. */
  cardholderActivated?: 'AUTOMATED_DISPENSING_MACHINE_WITH_PIN' | 'ELECTRONIC_COMMERCE' | 'IN_FLIGHT_COMMERCE' | 'LIMITED_AMOUNT_TERMINAL' | 'MPOS_ACCEPTANCE_DEVICE' | 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL' | 'TRANSPONDER_TRANSACTION'
  /** How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible). */
  entryMode?: string
  /** How the terminal can read cards (EMV tag 9F33). */
  inputCapability?: 'BARCODE' | 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'CONTACTLESS_OR_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE' | 'UNKNOWN' | 'VOICE_AUDIO_RESPONSE'
  /** Where the terminal stands; from version 55 on, also whose it is. */
  location?: 'MERCHANT_TERMINAL_OFF_PREMISES' | 'MERCHANT_TERMINAL_ON_PREMISES' | 'NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE' | 'PAYER_TERMINAL_OFF_PREMISES' | 'PAYER_TERMINAL_ON_PREMISES'
  /** The mobile device, where that is the terminal. */
  mobile?: PosTerminalMobile
  /** The lane of the request. */
  name?: string
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
  /** How the card number was entered (EMV tag 9F39). */
  panEntryMode?: 'BARCODE_READER' | 'CHIP' | 'CHIP_FALLBACK' | 'CONTACTLESS' | 'ECOMMERCE' | 'KEYED' | 'MOBILE_COMMERCE' | 'OPTICAL_CHARACTER_READER' | 'RFID_CHIP' | 'RFID_STRIPE' | 'SWIPE' | 'SWIPE_WITH_SIGNATURE' | 'UNKNOWN' | 'VOICE_AUTHORIZATION' | 'VOICE_RESPONSE'
  /** Whether a PIN can be entered (EMV tag 9F33). */
  pinEntryCapability?: 'OFFLINE_PIN_ONLY' | 'PIN_NOT_SUPPORTED' | 'PIN_PAD_INOPERATIVE' | 'PIN_SUPPORTED' | 'SOFTWARE_ONLINE_PIN_ONLY' | 'UNKNOWN'
  /** Longest PIN the terminal can take. */
  pinLengthCapability?: number
  /** Serial number of the terminal. */
  serialNumber?: string
  /** The store the terminal stands in. */
  store?: PosTerminalStore
}
interface TransactionResponseSince55 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswer
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** The transaction. */
  transaction: TransactionAnswerSince54
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: TransactionResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface VerifyResponsePosTerminalSince55 {
  /** Where the terminal stands. */
  address?: AddressAnswer
  /** Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards. */
  attended?: 'ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED'
  /** Which payments the terminal can take. */
  cardPresenceCapability?: 'CARD_NOT_PRESENT' | 'CARD_PRESENT' | 'CARD_PRESENT_AND_CARD_NOT_PRESENT'
  /** Whether cardholders operate the terminal themselves. */
  cardholderActivated?: 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL'
  /** How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible). */
  entryMode?: string
  /** How the terminal can read cards (EMV tag 9F33). */
  inputCapability?: 'BARCODE' | 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'CONTACTLESS_OR_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE' | 'UNKNOWN' | 'VOICE_AUDIO_RESPONSE'
  /** Where the terminal stands; from version 55 on, also whose it is. */
  location?: 'MERCHANT_TERMINAL_OFF_PREMISES' | 'MERCHANT_TERMINAL_ON_PREMISES' | 'NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE' | 'PAYER_TERMINAL_OFF_PREMISES' | 'PAYER_TERMINAL_ON_PREMISES'
  /** The mobile device, where that is the terminal. */
  mobile?: PosTerminalMobile
  /** The lane of the request. */
  name?: string
  /** Why the terminal asks online: the first that applies. Must be given for chip and chip fallback. */
  onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP'
  /** How the card number was entered (EMV tag 9F39). */
  panEntryMode?: 'BARCODE_READER' | 'CHIP' | 'CHIP_FALLBACK' | 'CONTACTLESS' | 'ECOMMERCE' | 'KEYED' | 'MOBILE_COMMERCE' | 'OPTICAL_CHARACTER_READER' | 'RFID_CHIP' | 'RFID_STRIPE' | 'SWIPE' | 'SWIPE_WITH_SIGNATURE' | 'UNKNOWN' | 'VOICE_AUTHORIZATION' | 'VOICE_RESPONSE'
  /** Whether a PIN can be entered (EMV tag 9F33). */
  pinEntryCapability?: 'OFFLINE_PIN_ONLY' | 'PIN_NOT_SUPPORTED' | 'PIN_PAD_INOPERATIVE' | 'PIN_SUPPORTED' | 'SOFTWARE_ONLINE_PIN_ONLY' | 'UNKNOWN'
  /** Longest PIN the terminal can take. */
  pinLengthCapability?: number
  /** Serial number of the terminal. */
  serialNumber?: string
  /** The store the terminal stands in. */
  store?: PosTerminalStore
}
interface VerifyResponseSince55 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: VerifyResponseOrder
  /** How it ended, and why. */
  response: AuthorizeResponseAnswer
  /** The transaction. */
  transaction: TransactionAnswerSince54
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: VerifyResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface RetrieveOrderResponseSince55 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The version of the API that answers. */
  version: string
  /** The transactions, oldest first. */
  transaction?: readonly (TransactionResponseSince55)[]
}
interface OrderAnswerSince57 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
}
interface AuthorizeResponseAnswerSince57 {
  /** The outcome in one word. */
  gatewayCode: 'ABORTED' | 'ACQUIRER_SYSTEM_ERROR' | 'APPROVED' | 'APPROVED_PENDING_SETTLEMENT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_IN_PROGRESS' | 'BALANCE_AVAILABLE' | 'BALANCE_UNKNOWN' | 'BASIC_VERIFICATION_SUCCESSFUL' | 'BLOCKED' | 'CANCELLED' | 'DECLINED' | 'DECLINED_AVS' | 'DECLINED_AVS_CSC' | 'DECLINED_CSC' | 'DECLINED_DO_NOT_CONTACT' | 'DECLINED_PAYMENT_PLAN' | 'DEFERRED_TRANSACTION_RECEIVED' | 'DUPLICATE_BATCH' | 'EXCEEDED_RETRY_LIMIT' | 'EXPIRED_CARD' | 'INSUFFICIENT_FUNDS' | 'INVALID_CSC' | 'LOCK_FAILURE' | 'NOT_ENROLLED_3D_SECURE' | 'NOT_SUPPORTED' | 'NO_BALANCE' | 'PARTIALLY_APPROVED' | 'PENDING' | 'REFERRED' | 'SUBMITTED' | 'SYSTEM_ERROR' | 'TIMED_OUT' | 'UNKNOWN' | 'UNSPECIFIED_FAILURE'
  /** The acquirer's own code. */
  acquirerCode?: string
  /** The acquirer's own words. */
  acquirerMessage?: string
  /** What the issuer says of the security code. */
  cardSecurityCode?: AuthorizeResponseAnswerCardSecurityCode
  /** What the issuer says of the cardholder. */
  cardholderVerification?: AuthorizeResponseAnswerCardholderVerification
  /** More about some errors, where your profile asks for it. */
  debugInformation?: string
  /** What to do next. */
  gatewayRecommendation?: 'DO_NOT_PROCEED' | 'PROCEED' | 'RESUBMIT_LATER' | 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS'
  /** Advice on later payments of a series. */
  recurringPaymentAdvice?: AuthorizeResponseAnswerRecurringPaymentAdvice
  /** What the risk rules say. */
  risk?: AuthorizeResponseAnswerRisk
}
interface TransactionAnswerSince57 {
  /** Your identifier of the transaction. */
  id: string
  /** What the transaction does. */
  type: 'AUTHENTICATION' | 'AUTHORIZATION' | 'AUTHORIZATION_UPDATE' | 'CAPTURE' | 'CHARGEBACK' | 'DISBURSEMENT' | 'FEE' | 'FUNDING' | 'PAYMENT' | 'REFUND' | 'REFUND_REQUEST' | 'VERIFICATION' | 'VOID_AUTHORIZATION' | 'VOID_CAPTURE' | 'VOID_PAYMENT' | 'VOID_REFUND'
  /** Amount of the transaction. */
  amount: number
  /** Currency of the transaction. */
  currency: string
  /** The issuer's approval. */
  authorizationCode?: string
  /** Discount in the amount. */
  discountAmount?: number
  /** Duty in the amount. */
  dutyAmount?: number
  /** Line items of the transaction. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** Your note about the transaction. */
  merchantNote?: string
  /** Asks for approval before the transaction is made. */
  priorApproval?: 'REQUESTED'
  /** Your reference of the transaction. */
  reference?: string
  /** Whether this submits again what was declined before. */
  resubmission?: boolean
  /** Where the service was given. */
  serviceLocation?: TransactionServiceLocation
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** How the payer gave the order; on the first transaction only. */
  source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'PAYER_PRESENT' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE'
  /** The transaction of the order this one acts on. */
  targetTransactionId?: string
  /** Taxes in the amount. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** How the acquirer files the transaction. */
  acquirer?: TransactionAnswerAcquirer
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** What to quote to the acquirer. */
  receipt?: string
  /** What is being done to undo it where its outcome was unknown. */
  reversal?: TransactionAnswerReversal
}
interface TransactionResponseSince57 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswerSince57
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince57
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: TransactionResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface VerifyResponseOrderSince57 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration, cut at 20 characters. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
}
interface VerifyResponseSince57 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: VerifyResponseOrderSince57
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince57
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: VerifyResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface RetrieveOrderResponseSince57 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The version of the API that answers. */
  version: string
  /** The transactions, oldest first. */
  transaction?: readonly (TransactionResponseSince57)[]
}
interface ConfirmBrowserPaymentResponseSince57 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswerSince57
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince57
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswer
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: ConfirmBrowserPaymentResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface TokenResponseResponseSince57 {
  /** The outcome in one word. */
  gatewayCode: 'ABORTED' | 'ACQUIRER_SYSTEM_ERROR' | 'APPROVED' | 'APPROVED_PENDING_SETTLEMENT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_IN_PROGRESS' | 'BALANCE_AVAILABLE' | 'BALANCE_UNKNOWN' | 'BASIC_VERIFICATION_SUCCESSFUL' | 'BLOCKED' | 'CANCELLED' | 'DECLINED' | 'DECLINED_AVS' | 'DECLINED_AVS_CSC' | 'DECLINED_CSC' | 'DECLINED_DO_NOT_CONTACT' | 'DECLINED_PAYMENT_PLAN' | 'DEFERRED_TRANSACTION_RECEIVED' | 'DUPLICATE_BATCH' | 'EXCEEDED_RETRY_LIMIT' | 'EXPIRED_CARD' | 'INSUFFICIENT_FUNDS' | 'INVALID_CSC' | 'LOCK_FAILURE' | 'NOT_ENROLLED_3D_SECURE' | 'NOT_SUPPORTED' | 'NO_BALANCE' | 'PARTIALLY_APPROVED' | 'PENDING' | 'REFERRED' | 'SUBMITTED' | 'SYSTEM_ERROR' | 'TIMED_OUT' | 'UNKNOWN' | 'UNSPECIFIED_FAILURE'
}
interface TokenResponseSince57 {
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** Where the token is kept. */
  repositoryId?: string
  /** Whether the card looks right. */
  response?: TokenResponseResponseSince57
  /** The card, masked. */
  sourceOfFunds?: TokenResponseSourceOfFunds
  /** Whether the token can be used. */
  status?: 'INVALID' | 'VALID'
  /** The token. */
  token: string
  /** How the token was used. */
  usage?: TokenResponseUsage
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The version of the API that answers. */
  version: string
}
interface BalanceInquiryResponseSince57 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince57
  /** What is left. */
  availableBalance?: AvailableBalanceAnswer
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** Whose balance, masked. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** The version of the API that answers. */
  version: string
}
interface AgreementAnswerRecurring {
  /** Whether every payment is of the same amount. */
  amountVariability?: 'FIXED' | 'VARIABLE'
  /** Days from one payment to the next. */
  daysBetweenPayments?: number
  /** How many payments the agreement allows. */
  numberOfPayments?: number
}
interface AgreementAnswerSince60 {
  /** Whether every payment is of the same amount; must be given for recurring agreements. */
  amountVariability?: 'FIXED' | 'VARIABLE'
  /** Your own data about the agreement; no card data. */
  customData?: string
  /** Last day on which the agreement allows a payment. */
  expiryDate?: string
  /** Your identifier of the agreement; every payment you start from stored details names it. */
  id?: string
  /** Most that one payment may be, in the order's currency. */
  maximumAmountPerPayment?: number
  /** Least that one payment may be, in the order's currency. */
  minimumAmountPerPayment?: number
  /** Fewest days from one payment to the next. */
  minimumDaysBetweenPayments?: number
  /** How many payments the agreement allows. */
  numberOfPayments?: number
  /** How often payments are made. */
  paymentFrequency?: 'AD_HOC' | 'DAILY' | 'FORTNIGHTLY' | 'MONTHLY' | 'OTHER' | 'QUARTERLY' | 'TWICE_YEARLY' | 'WEEKLY' | 'YEARLY'
  /** How recurring payments follow one another. */
  recurring?: AgreementAnswerRecurring
  /** The retailer the payer has the agreement with, where that is not you. */
  retailer?: AgreementRetailer
  /** First day on which the agreement allows a payment. */
  startDate?: string
  /** Kind of the agreement; given with the first payment of a series. */
  type?: 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED'
}
interface TransactionResponseSince60 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswerSince57
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince57
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: TransactionResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CaptureAgreement {
  /** Whether every payment is of the same amount; must be given for recurring agreements. */
  amountVariability?: 'FIXED' | 'VARIABLE'
  /** Your own data about the agreement; no card data. */
  customData?: string
  /** Last day on which the agreement allows a payment. */
  expiryDate?: string
  /** Your identifier of the agreement; every payment you start from stored details names it. */
  id?: string
  /** Most that one payment may be, in the order's currency. */
  maximumAmountPerPayment?: string
  /** Least that one payment may be, in the order's currency. */
  minimumAmountPerPayment?: string
  /** Fewest days from one payment to the next. */
  minimumDaysBetweenPayments?: number
  /** How many payments the agreement allows. */
  numberOfPayments?: number
  /** How often payments are made. */
  paymentFrequency?: 'AD_HOC' | 'DAILY' | 'FORTNIGHTLY' | 'MONTHLY' | 'OTHER' | 'QUARTERLY' | 'TWICE_YEARLY' | 'WEEKLY' | 'YEARLY'
  /** How recurring payments follow one another. */
  recurring?: AgreementAnswerRecurring
  /** The retailer the payer has the agreement with, where that is not you. */
  retailer?: AgreementRetailer
  /** First day on which the agreement allows a payment. */
  startDate?: string
  /** Kind of the agreement; given with the first payment of a series. */
  type?: 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED'
}
interface CaptureRequestSince60 {
  /** Of the payment that is captured; it was judged there, and is not looked at again. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: CaptureAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is captured. */
  transaction: CaptureRequestTransactionSince54
}
interface RefundRequestSince60 {
  /** What else the gateway should do. */
  action?: RefundRequestAction
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: CaptureAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is refunded. */
  transaction?: RefundRequestTransactionSince54
}
interface VerifyResponseSince60 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: VerifyResponseOrderSince57
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince57
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: VerifyResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface RetrieveOrderResponseSince60 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The version of the API that answers. */
  version: string
  /** The transactions, oldest first. */
  transaction?: readonly (TransactionResponseSince60)[]
}
interface ConfirmBrowserPaymentResponseSince60 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswerSince57
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince57
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: ConfirmBrowserPaymentResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface AuthorizeRequestSince69 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: AuthorizeOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: AuthorizePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface OrderAnswerSince69 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** Paid out to the payer beyond refunds. */
  totalDisbursedAmount: number
  /** Total in your own currency. */
  merchantAmount: number
  /** Your own currency. */
  merchantCurrency: string
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
}
interface AuthorizeResponseAnswerSince69 {
  /** The outcome in one word. */
  gatewayCode: 'ABORTED' | 'ACQUIRER_SYSTEM_ERROR' | 'APPROVED' | 'APPROVED_AUTO' | 'APPROVED_PENDING_SETTLEMENT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_IN_PROGRESS' | 'BALANCE_AVAILABLE' | 'BALANCE_UNKNOWN' | 'BASIC_VERIFICATION_SUCCESSFUL' | 'BLOCKED' | 'CANCELLED' | 'DECLINED' | 'DECLINED_AVS' | 'DECLINED_AVS_CSC' | 'DECLINED_CSC' | 'DECLINED_DO_NOT_CONTACT' | 'DECLINED_INVALID_PIN' | 'DECLINED_PAYMENT_PLAN' | 'DECLINED_PIN_REQUIRED' | 'DEFERRED_TRANSACTION_RECEIVED' | 'DUPLICATE_BATCH' | 'EXCEEDED_RETRY_LIMIT' | 'EXPIRED_CARD' | 'INSUFFICIENT_FUNDS' | 'INVALID_CSC' | 'LOCK_FAILURE' | 'NOT_ENROLLED_3D_SECURE' | 'NOT_SUPPORTED' | 'NO_BALANCE' | 'PARTIALLY_APPROVED' | 'PENDING' | 'REFERRED' | 'SUBMITTED' | 'SYSTEM_ERROR' | 'TIMED_OUT' | 'UNKNOWN' | 'UNSPECIFIED_FAILURE'
  /** The acquirer's own code. */
  acquirerCode?: string
  /** The acquirer's own words. */
  acquirerMessage?: string
  /** What the issuer says of the security code. */
  cardSecurityCode?: AuthorizeResponseAnswerCardSecurityCode
  /** What the issuer says of the cardholder. */
  cardholderVerification?: AuthorizeResponseAnswerCardholderVerification
  /** More about some errors, where your profile asks for it. */
  debugInformation?: string
  /** What to do next. */
  gatewayRecommendation?: 'DO_NOT_PROCEED' | 'PROCEED' | 'RESUBMIT_LATER' | 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS'
  /** Advice on later payments of a series. */
  recurringPaymentAdvice?: AuthorizeResponseAnswerRecurringPaymentAdvice
  /** What the risk rules say. */
  risk?: AuthorizeResponseAnswerRisk
}
interface CurrencyConversionAnswer {
  /** When the rate was quoted. */
  exchangeRateTime?: string
  /** Provider's margin on the rate, in per cent. */
  marginPercentage?: number
  /** What the payer pays, in payerCurrency. */
  payerAmount?: number
  /** Currency the payer pays in. */
  payerCurrency?: string
  /** Units of payerCurrency for one unit of the order's currency. */
  payerExchangeRate?: number
  /** Who quoted the rate. */
  provider?: 'RATE_PROVIDER_A'
  /** The provider's receipt for the conversion. */
  providerReceipt?: string
  /** Identifier of the quote you asked for. */
  requestId?: string
  /** What the payer said to the offer. */
  uptake?: 'ACCEPTED' | 'DECLINED' | 'NOT_AVAILABLE' | 'NOT_REQUIRED'
}
interface TransactionResponseSince69 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswerSince69
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince69
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer's own currency. */
  currencyConversion?: CurrencyConversionAnswer
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: TransactionResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CaptureRequestSince69 {
  /** Of the payment that is captured; it was judged there, and is not looked at again. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: CaptureAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is captured. */
  transaction: CaptureRequestTransactionSince54
}
interface RefundRequestSince69 {
  /** What else the gateway should do. */
  action?: RefundRequestAction
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: CaptureAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is refunded. */
  transaction?: RefundRequestTransactionSince54
}
interface VerifyRequestSince69 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What would be paid for. */
  order: VerifyRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: VerifyRequestPosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface VerifyResponseOrderSince69 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** Paid out to the payer beyond refunds. */
  totalDisbursedAmount: number
  /** Total in your own currency. */
  merchantAmount: number
  /** Your own currency. */
  merchantCurrency: string
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration, cut at 20 characters. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
}
interface VerifyResponseSince69 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: VerifyResponseOrderSince69
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince69
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer's own currency. */
  currencyConversion?: CurrencyConversionAnswer
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: VerifyResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface RetrieveOrderResponseSince69 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** Paid out to the payer beyond refunds. */
  totalDisbursedAmount: number
  /** Total in your own currency. */
  merchantAmount: number
  /** Your own currency. */
  merchantCurrency: string
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswer
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The version of the API that answers. */
  version: string
  /** The transactions, oldest first. */
  transaction?: readonly (TransactionResponseSince69)[]
}
interface InitiateBrowserPaymentRequestSince69 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: AuthorizeOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Which provider. */
  sourceOfFunds: InitiateBrowserPaymentRequestSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
  /** How the payer pays at the provider. */
  browserPayment: InitiateBrowserPaymentRequestBrowserPayment
}
interface ConfirmBrowserPaymentResponseSince69 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswerSince69
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince69
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer's own currency. */
  currencyConversion?: CurrencyConversionAnswer
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: ConfirmBrowserPaymentResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CreateCheckoutSessionRequestSince69 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement the payer enters into. */
  agreement?: CreateCheckoutSessionRequestAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: CreateCheckoutSessionRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** How the page looks and where it leads. */
  interaction: CreateCheckoutSessionRequestInteractionSince52
  /** A session that holds request values. */
  session?: Session
}
interface CreateSessionRequestSince69 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CreateSessionOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Settings of the session. */
  session?: CreateSessionRequestSession
}
interface UpdateSessionRequestSince69 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CreateSessionOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Settings of the session. */
  session?: UpdateSessionRequestSession
}
interface SessionResponseSince69 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AgreementAnswer
  /** The flight that is paid for. */
  airline?: AirlineAnswer
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: SessionResponseBilling
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversionAnswer
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: SessionResponseOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: SessionResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: SessionResponseShipping
  /** Who pays, masked. */
  sourceOfFunds?: SessionResponseSourceOfFunds
  /** The transaction. */
  transaction?: SessionResponseTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** The session. */
  session: SessionAnswer
  /** The version of the API that answers. */
  version: string
  /** How the checkout page looks and where it leads. */
  interaction?: CreateCheckoutSessionRequestInteraction
}
interface TokenResponseResponseSince69 {
  /** The outcome in one word. */
  gatewayCode: 'ABORTED' | 'ACQUIRER_SYSTEM_ERROR' | 'APPROVED' | 'APPROVED_AUTO' | 'APPROVED_PENDING_SETTLEMENT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_IN_PROGRESS' | 'BALANCE_AVAILABLE' | 'BALANCE_UNKNOWN' | 'BASIC_VERIFICATION_SUCCESSFUL' | 'BLOCKED' | 'CANCELLED' | 'DECLINED' | 'DECLINED_AVS' | 'DECLINED_AVS_CSC' | 'DECLINED_CSC' | 'DECLINED_DO_NOT_CONTACT' | 'DECLINED_INVALID_PIN' | 'DECLINED_PAYMENT_PLAN' | 'DECLINED_PIN_REQUIRED' | 'DEFERRED_TRANSACTION_RECEIVED' | 'DUPLICATE_BATCH' | 'EXCEEDED_RETRY_LIMIT' | 'EXPIRED_CARD' | 'INSUFFICIENT_FUNDS' | 'INVALID_CSC' | 'LOCK_FAILURE' | 'NOT_ENROLLED_3D_SECURE' | 'NOT_SUPPORTED' | 'NO_BALANCE' | 'PARTIALLY_APPROVED' | 'PENDING' | 'REFERRED' | 'SUBMITTED' | 'SYSTEM_ERROR' | 'TIMED_OUT' | 'UNKNOWN' | 'UNSPECIFIED_FAILURE'
}
interface TokenResponseSince69 {
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** Where the token is kept. */
  repositoryId?: string
  /** Whether the card looks right. */
  response?: TokenResponseResponseSince69
  /** The card, masked. */
  sourceOfFunds?: TokenResponseSourceOfFunds
  /** Whether the token can be used. */
  status?: 'INVALID' | 'VALID'
  /** The token. */
  token: string
  /** How the token was used. */
  usage?: TokenResponseUsage
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The version of the API that answers. */
  version: string
}
interface BalanceInquiryRequestSince69 {
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What the balance is for. */
  order: BalanceInquiryRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Whose balance. */
  sourceOfFunds: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface BalanceInquiryResponseSince69 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince69
  /** What is left. */
  availableBalance?: AvailableBalanceAnswer
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** Whose balance, masked. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** The version of the API that answers. */
  version: string
}
interface AuthorizeRequestSince73 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: AuthenticatePayerRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: AuthorizePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface SubMerchantAnswerSince73 {
  /** Where the sub-merchant is. */
  address?: AddressAnswer
  /** Industry code of the sub-merchant. */
  bankIndustryCode?: string
  /** Where payers call about disputes. */
  disputeContactPhone?: string
  /** E-mail address of the sub-merchant. */
  email?: string
  /** Country of a government-controlled sub-merchant. */
  governmentCountryCode?: string
  /** Your identifier of the sub-merchant. */
  identifier: string
  /** Identifier of the marketplace. */
  marketplaceId?: string
  /** Telephone number of the sub-merchant. */
  phone?: string
  /** Legal name of the sub-merchant. */
  registeredName?: string
  /** Name on the payer's statement; some networks cut it. */
  tradingName: string
  /** The sub-merchant's website. */
  websiteUrl?: string
}
interface OrderAnswerSince73 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** Paid out to the payer beyond refunds. */
  totalDisbursedAmount: number
  /** Total in your own currency. */
  merchantAmount: number
  /** Your own currency. */
  merchantCurrency: string
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswerSince73
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
}
interface TransactionResponseSince73 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswerSince73
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince69
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer's own currency. */
  currencyConversion?: CurrencyConversionAnswer
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: TransactionResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CaptureOrderSince73 {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency?: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: InitiateAuthenticationOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface CaptureRequestSince73 {
  /** Of the payment that is captured; it was judged there, and is not looked at again. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: CaptureAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrderSince73
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is captured. */
  transaction: CaptureRequestTransactionSince54
}
interface RefundRequestSince73 {
  /** What else the gateway should do. */
  action?: RefundRequestAction
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer. */
  agreement?: CaptureAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CaptureOrderSince73
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** How much is refunded. */
  transaction?: RefundRequestTransactionSince54
}
interface VerifyRequestOrderSince73 {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** For risk assessment only; never sent to the acquirer. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: InitiateAuthenticationOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT'
}
interface VerifyRequestSince73 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What would be paid for. */
  order: VerifyRequestOrderSince73
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: VerifyRequestPosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface VerifyResponseOrderSince73 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** Paid out to the payer beyond refunds. */
  totalDisbursedAmount: number
  /** Total in your own currency. */
  merchantAmount: number
  /** Your own currency. */
  merchantCurrency: string
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswerSince73
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration, cut at 20 characters. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
}
interface VerifyResponseSince73 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: VerifyResponseOrderSince73
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince69
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer's own currency. */
  currencyConversion?: CurrencyConversionAnswer
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: VerifyResponsePosTerminalSince55
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface RetrieveOrderResponseSince73 {
  /** Your identifier of the order. */
  id: string
  /** Total of the order. */
  amount: number
  /** Currency of the order. */
  currency: string
  /** What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds. */
  status?: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VERIFIED'
  /** Authorized, less what was voided. */
  totalAuthorizedAmount: number
  /** Captured, less what was voided. */
  totalCapturedAmount: number
  /** Refunded, less what was voided. */
  totalRefundedAmount: number
  /** What payers got back through their issuers. Absent where no chargeback was entered. */
  chargeback?: ChargebackAnswer
  /** Paid out to the payer beyond refunds. */
  totalDisbursedAmount: number
  /** Total in your own currency. */
  merchantAmount: number
  /** Your own currency. */
  merchantCurrency: string
  /** When the gateway first heard of the order. */
  creationTime: string
  /** When a transaction last changed the order. */
  lastUpdatedTime: string
  /** How far payer authentication got. */
  authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE'
  /** When the payer ordered. */
  customerOrderDate?: string
  /** The payer's reference. */
  customerReference?: string
  /** Who ordered. */
  requestorName?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswerSince73
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
  /** Your reference of the order. */
  reference?: string
  /** What the wallet told. */
  wallet?: WalletAnswer
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The version of the API that answers. */
  version: string
  /** The transactions, oldest first. */
  transaction?: readonly (TransactionResponseSince73)[]
}
interface InitiateBrowserPaymentRequestSince73 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: AuthenticatePayerRequestOrder
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Which provider. */
  sourceOfFunds: InitiateBrowserPaymentRequestSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
  /** How the payer pays at the provider. */
  browserPayment: InitiateBrowserPaymentRequestBrowserPayment
}
interface ConfirmBrowserPaymentResponseSince73 {
  /** Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR. */
  result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN'
  /** The merchant. */
  merchant: string
  /** The order. */
  order: OrderAnswerSince73
  /** How it ended, and why. */
  response: AuthorizeResponseAnswerSince69
  /** The transaction. */
  transaction: TransactionAnswerSince57
  /** The version of the API that answers. */
  version: string
  /** When the gateway wrote the transaction down. */
  timeOfRecord: string
  /** How the transaction came to the gateway. */
  gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API'
  /** Payer authentication, older form. */
  '3DSecure'?: ThreeDSecureAnswer
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account that is funded. */
  accountFunding?: AccountFundingAnswer
  /** What was asked for. */
  action?: ActionAnswer
  /** The agreement with the payer. */
  agreement?: AgreementAnswerSince60
  /** The flight. */
  airline?: AirlineAnswer
  /** Payer authentication. */
  authentication?: AuthenticationAnswer
  /** What the network answered. */
  authorizationResponse?: AuthorizationResponseAnswer
  /** What is left on the card. */
  availableBalance?: AvailableBalanceAnswer
  /** Where the payer is billed. */
  billing?: BillingAnswer
  /** The payer's visit to a payment provider. */
  browserPayment?: BrowserPaymentAnswer
  /** What the payment is limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise. */
  cruise?: Cruise
  /** The payer's own currency. */
  currencyConversion?: CurrencyConversionAnswer
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** The payment plan. */
  paymentPlan?: PaymentPlanAnswer
  /** The terminal. */
  posTerminal?: ConfirmBrowserPaymentResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** Where the goods go. */
  shipping?: ShippingAnswer
  /** What paid. */
  sourceOfFunds?: SourceOfFundsAnswer
  /** Who of yours asked for it. */
  userId?: string
}
interface CreateCheckoutSessionRequestOrderSince73 {
  /** Your identifier of the order. */
  id: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: InitiateAuthenticationOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface CreateCheckoutSessionRequestSince73 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement the payer enters into. */
  agreement?: CreateCheckoutSessionRequestAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order: CreateCheckoutSessionRequestOrderSince73
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** How the page looks and where it leads. */
  interaction: CreateCheckoutSessionRequestInteractionSince52
  /** A session that holds request values. */
  session?: Session
}
interface CreateSessionOrderSince73 {
  /** Your identifier of the order. */
  id?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the order. */
  currency?: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: InitiateAuthenticationOrderSubMerchant
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface CreateSessionRequestSince73 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CreateSessionOrderSince73
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Settings of the session. */
  session?: CreateSessionRequestSession
}
interface UpdateSessionRequestSince73 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: CreateSessionOrderSince73
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: Shipping
  /** Who pays, and from which account. */
  sourceOfFunds?: CreateCheckoutSessionSourceOfFunds
  /** The transaction. */
  transaction?: CreateCheckoutSessionTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Settings of the session. */
  session?: UpdateSessionRequestSession
}
interface SessionResponseOrderSince73 {
  /** Your identifier of the order. */
  id?: string
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: number
  /** Cash handed to the payer. */
  cashbackAmount?: number
  /** Currency of the order. */
  currency?: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: DiscountAnswer
  /** Duty charged. */
  dutyAmount?: number
  /** Tip given. */
  gratuityAmount?: number
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (ItemAnswer)[]
  /** Sub-total of the items. */
  itemAmount?: number
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: number
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: number
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: number
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: number
  /** What the payer's statement shows. */
  statementDescriptor?: StatementDescriptorAnswer
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: SubMerchantAnswerSince73
  /** Taxes on the order. */
  tax?: readonly (ItemAnswerDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: number
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: ValueTransferAnswer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface SessionResponseSince73 {
  /** Identifier of an earlier enrollment check. */
  '3DSecureId'?: string
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AgreementAnswer
  /** The flight that is paid for. */
  airline?: AirlineAnswer
  /** How the payer is to be authenticated, or was. */
  authentication?: CreateCheckoutSessionAuthentication
  /** Where the payer is billed. */
  billing?: SessionResponseBilling
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversionAnswer
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What is being paid for. */
  order?: SessionResponseOrderSince73
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: SessionResponsePosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** Where the goods go. */
  shipping?: SessionResponseShipping
  /** Who pays, masked. */
  sourceOfFunds?: SessionResponseSourceOfFunds
  /** The transaction. */
  transaction?: SessionResponseTransactionSince54
  /** How the payer pays at a payment provider. */
  browserPayment?: BrowserPayment
  /** Always SUCCESS. */
  result: 'SUCCESS'
  /** The merchant. */
  merchant: string
  /** The session. */
  session: SessionAnswer
  /** The version of the API that answers. */
  version: string
  /** How the checkout page looks and where it leads. */
  interaction?: CreateCheckoutSessionRequestInteraction
}
interface BalanceInquiryRequestOrderSubMerchantSince73 {
  /** Where the sub-merchant is. */
  address?: BalanceInquiryRequestOrderSubMerchantAddress
  /** Industry code of the sub-merchant. */
  bankIndustryCode?: string
  /** Where payers call about disputes. */
  disputeContactPhone?: string
  /** E-mail address of the sub-merchant. */
  email?: string
  /** Country of a government-controlled sub-merchant. */
  governmentCountryCode?: string
  /** Your identifier of the sub-merchant. */
  identifier: string
  /** Identifier of the marketplace. */
  marketplaceId?: string
  /** Telephone number of the sub-merchant. */
  phone?: string
  /** Legal name of the sub-merchant. */
  registeredName?: string
  /** Name on the payer's statement; some networks cut it. */
  tradingName: string
  /** The sub-merchant's website. */
  websiteUrl?: string
}
interface BalanceInquiryRequestOrderSince73 {
  /** Whether approval of less than the amount is welcome. */
  acceptPartialAmount?: boolean
  /** Total of the order; sub-totals, where given, must add up to it. */
  amount?: string
  /** Cash handed to the payer. */
  cashbackAmount?: string
  /** Currency of the balance. */
  currency: string
  /** Your own fields; kept with the order, never sent to acquirers. */
  custom?: { readonly [name: string]: string }
  /** A note from the payer. */
  customerNote?: string
  /** What is being bought. */
  description?: string
  /** A discount on the order. */
  discount?: OrderDiscount
  /** Duty charged. */
  dutyAmount?: string
  /** Tip given. */
  gratuityAmount?: string
  /** Why you charge after the payer has left. */
  industryPracticePaymentReason?: 'DELAYED_CHARGE' | 'NO_SHOW_PENALTY' | 'PARTIAL_SHIPMENT'
  /** Number of your invoice. */
  invoiceNumber?: string
  /** Line items of the order. */
  item?: readonly (Item)[]
  /** Sub-total of the items. */
  itemAmount?: string
  /** The marketplace of the order. */
  marketplace?: OrderMarketplace
  /** Category of your business for this order. */
  merchantCategoryCode?: string
  /** Partner who takes part in the order. */
  merchantPartnerIdCode?: string
  /** Amount before anything is added. */
  netAmount?: string
  /** Where notifications about the order go. */
  notificationUrl?: string
  /** Your unit that owns the order. */
  owningEntity?: string
  /** Stock-keeping number of the product. */
  productSKU?: string
  /** Set when the payment funds an account. */
  purchaseType?: 'ACCOUNT_FUNDING'
  /** Your agreement with the payer, older form. */
  recurringPaymentAgreement?: string
  /** Your reference of the order. */
  reference?: string
  /** Sub-total of shipping and handling. */
  shippingAndHandlingAmount?: string
  /** Tax on shipping and handling. */
  shippingAndHandlingTaxAmount?: string
  /** Rate of the tax on shipping and handling. */
  shippingAndHandlingTaxRate?: string
  /** What the payer's statement shows. */
  statementDescriptor?: OrderStatementDescriptor
  /** The sub-merchant an aggregator acts for; on the first transaction only. */
  subMerchant?: BalanceInquiryRequestOrderSubMerchantSince73
  /** Taxes on the order. */
  tax?: readonly (ItemDetailTax)[]
  /** Sub-total of taxes. */
  taxAmount?: string
  /** Your tax registration. */
  taxRegistrationId?: string
  /** Whether tax applies. */
  taxStatus?: 'EXEMPT' | 'NOT_EXEMPT' | 'NOT_PROVIDED'
  /** Value the payment loads onto cards or accounts. */
  valueTransfer?: OrderValueTransfer
  /** Indicator the wallet gave with the payment data. */
  walletIndicator?: string
  /** The wallet the payer used. */
  walletProvider?: 'BANK_A_PAY' | 'DEVICE_A_PAY' | 'DEVICE_B_PAY' | 'DEVICE_C_PAY' | 'NETWORK_A_EXPRESS_CHECKOUT' | 'NETWORK_B_PASS_ONLINE' | 'NETWORK_C_CHECKOUT' | 'SECURE_REMOTE_COMMERCE'
}
interface BalanceInquiryRequestSince73 {
  /** The account the payment funds. */
  accountFunding?: AccountFunding
  /** The agreement with the payer that this payment belongs to. */
  agreement?: AuthorizeAgreement
  /** The flight that is paid for. */
  airline?: AuthorizeAirline
  /** Proof that the payer was authenticated. */
  authentication?: AuthorizeAuthentication
  /** Where the payer is billed. */
  billing?: Billing
  /** What the payment is to be limited to. */
  constraints?: Constraints
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
  /** The cruise that is paid for. */
  cruise?: Cruise
  /** What the payer pays in their own currency. */
  currencyConversion?: CurrencyConversion
  /** The payer. */
  customer?: Customer
  /** The payer's device. */
  device?: AuthorizeDevice
  /** Who started the transaction. */
  initiator?: Initiator
  /** What the balance is for. */
  order: BalanceInquiryRequestOrderSince73
  /** Solution you use, as your payment provider numbers it. */
  partnerSolutionId?: string
  /** How the payer pays in parts. */
  paymentPlan?: CapturePaymentPlan
  /** The terminal the card was presented at. */
  posTerminal?: PosTerminal
  /** An earlier order this one refers to. */
  referenceOrderId?: string
  /** How the answer is to be given. */
  responseControls?: ResponseControls
  /** A session that holds request values. */
  session?: Session
  /** Where the goods go. */
  shipping?: Shipping
  /** Whose balance. */
  sourceOfFunds: AuthorizeSourceOfFunds
  /** The transaction. */
  transaction?: AuthorizeTransactionSince54
}
interface ErrorAnswerError {
  /** Whose fault it is: yours, a security rule, too much load, or ours. */
  cause: 'INVALID_REQUEST' | 'REQUEST_REJECTED' | 'SERVER_BUSY' | 'SERVER_FAILED'
  /** What is wrong, in words. With INVALID_REQUEST and SERVER_BUSY only. */
  explanation?: string
  /** The field at fault. With INVALID_REQUEST only. */
  field?: string
  /** Its value failed, it is absent, or it is not taken here. With INVALID_REQUEST only. */
  validationType?: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
  /** Quote it when you ask: it finds the line in the log. With SERVER_FAILED and REQUEST_REJECTED only. */
  supportCode?: string
}
interface ErrorAnswer {
  /** Always ERROR. */
  result: 'ERROR'
  /** Why the request could not be processed. */
  error: ErrorAnswerError
  /** Echoed in the answer; not judged, not stored. */
  correlationId?: string
}
