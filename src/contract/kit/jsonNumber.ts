/**
 * A JSON number whose text is not its shortest decimal form (1.0, 1e2, 9007199254740993, -0): kept as
 * written.
 */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
