/** A sentence with its {gaps} filled in; what nobody gave stays as it is. */
export function fillPlaceholders(
  sentence: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap))
}
