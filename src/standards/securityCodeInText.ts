// Finds security codes that a text or a field names as such.

import { plainText } from './encodedText.ts'

/** Whether a text gives a security code by its name: "cvv 123", "CVC2: 1234", `"securityCode":"123"`. */
export function namesSecurityCode(text: string): boolean {
  return hint.test(text) && (named.test(text) || namedBehind.test(text))
}

/** Some letters of each name: nearly every text has none of them, and is not examined further. */
const hint =
  /c(?:v[vcn]|sc|av|ard.?cid|rypto)|se(?:c.?code|cur|gur)|verif|f(?:nummer|ziffer)|sic(?:her|ur)|igingsc|رمز/i

/** Whether a field's name and its value do so together; in the name, each word may begin with a capital. */
export function givesSecurityCode(name: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
  const given = plainText(String(value))
  return namesSecurityCode(`${words}: ${given}`) || namesSecurityCode(`${name}: ${given}`)
}

/** The names of a security code, without accents. */
const names = [
  '(?:cvv|cvc|cvn)2?',
  '(?:csc|cav)2',
  '(?:card[ _-]?)?(?:security|verification|sec)[ _-]?(?:code|value)',
  'card[ _-]?(?:security|verification)[ _-]?(?:number|no)',
  'card[ _-]?(?:cid|csc|cav)',
  '(?:karten)?pru?e?f(?:nummer|ziffer)',
  '(?:karten)?sicherheits[ _-]?(?:code|nummer|zahl)',
  'cryptogramme(?: visuel)?',
  'code (?:de )?(?:securite|verification)',
  'codigo (?:de )?(?:seguridad|seguranca|verificacion|verificacao)',
  'codice (?:di )?sicurezza',
  'beveiligingscode',
  'رمز (?:الامان|التحقق)',
]

/** What may be between the name and the code. */
const between = '(?:[^\\p{L}\\p{Nd}]|code|number|num|no|nr|value|is|was|ist|est|es){0,8}'

/** Three or four digits and no more, in one piece or one at a time; no date and no decimal. */
const code = '(?:\\p{Nd}{3,4}(?!\\p{Nd}|[-.]\\p{Nd})|\\p{Nd}(?: \\p{Nd}){2,3}(?! ?\\p{Nd}))'

const alone = '(?<![\\p{L}\\p{Nd}])'

/** Short names that are ordinary references as well ("CSC 363"): a sign must say that a value follows. */
const withSign = `${alone}(?:csc|cav)(?: code| number| no\\.?)? {0,3}["']? {0,3}[:=]`

/**
 * The name is a word of its own, or the end of a longer one that something follows: within the letters of a
 * random identifier it is chance.
 */
const named = new RegExp(
  `(?:${alone}(?:${names.join('|')})|${withSign}|cv[vc]2?(?=[\\s:="'_-]))${between}${code}`,
  'iu',
)

/** The code first: "123 (cvv)", "123 = security code", "123 cvv" where nothing else follows. */
const unbroken = '(?<![\\p{L}\\p{Nd}]|\\p{Nd}[-.,: ])\\p{Nd}{3,4}'
const shortNames = '(?:cvv2?|cvc2?|(?:card )?security code)'
const namedBehind = new RegExp(
  `${unbroken}(?: {0,3}[([{=] {0,3}${shortNames}(?![\\p{L}\\p{Nd}])| {1,3}${shortNames}\\W{0,3}$)`,
  'iu',
)
