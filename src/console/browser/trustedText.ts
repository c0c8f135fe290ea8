// The page's policy lets no script write markup. The component library writes its stylesheet the way markup
// is written: text that cannot hold an element passes, nothing else does.

type TrustedTypes = {
  readonly createPolicy: (name: string, rules: { readonly createHTML: (text: string) => string }) => unknown
}

declare global {
  interface Window {
    /** Absent in browsers without it, where the policy is not enforced either. */
    readonly trustedTypes?: TrustedTypes
  }
}

export function allowPlainTextOnly(): void {
  window.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('The console writes no markup')
      return text
    },
  })
}
