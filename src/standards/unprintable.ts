// Characters that nobody sees as what they are.

/** Control characters, line and paragraph separators, marks that reorder or hide text, lone surrogates. */
export const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
