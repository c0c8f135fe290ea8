/** Whether a text gives a security code by its name: "cvv 123", "CVC2: 1234", `"securityCode":"123"`. */
export function namesSecurityCode(text: string): boolean {
  return named.test(text)
}

/** What people and programs call it. */
const names = [
  '(?:cvv|cvc|csc|cvn|cav)2?',
  '(?:card[ _-]?)?(?:security|verification)[ _-]?(?:code|value)',
  'card[ _-]?(?:security|verification)[ _-]?(?:number|no)',
  '(?:karten)?pr(?:ü|ue)f(?:nummer|ziffer)',
  'cryptogramme(?: visuel)?',
  'c[oó]digo de (?:seguridad|seguran[çc]a)',
  'codice di sicurezza',
  'رمز (?:الأمان|التحقق)',
]

/** What may stand between the name and the code, a few at most. */
const between = '(?:[^\\p{L}\\p{Nd}]|code|number|num|no|nr|value|is|was|ist|est|es){0,8}'

/** Three or four digits and no more, in one piece or one at a time; no date and no decimal. */
const code = '(?:\\p{Nd}{3,4}(?!\\p{Nd}|[-.]\\p{Nd})|\\p{Nd}(?: \\p{Nd}){2,3}(?! ?\\p{Nd}))'

/**
 * The name stands alone, or at the end of a longer one that something follows: within the letters of a random
 * identifier it is chance.
 */
const named = new RegExp(
  `(?:(?<![\\p{L}\\p{Nd}])(?:${names.join('|')})|cv[vc]2?(?=[\\s:="']))${between}${code}`,
  'iu',
)
