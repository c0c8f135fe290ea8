/**
 * Whether this is a state, province or territory of the country (alpha-3), by the second part of ISO 3166-2.
 * Always false for a country that has no list here; ask `listsSubdivisionsOf` first.
 */
export function isSubdivision(country: string, code: string): boolean {
  return subdivisions.get(country)?.has(code) ?? false
}

/** Whether the subdivisions of this country (alpha-3) can be checked. */
export function listsSubdivisionsOf(country: string): boolean {
  return subdivisions.has(country)
}

const subdivisions: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'USA',
    codes(
      'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT',
      'NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR UM VI',
      // Military post: not in ISO 3166-2, but where some payers live.
      'AA AE AP',
    ),
  ],
  ['CAN', codes('AB BC MB NB NL NS NT NU ON PE QC SK YT')],
])

function codes(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap(line => line.split(' ')))
}
