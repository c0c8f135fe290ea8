import { CopyButton } from '../components/copyButton.tsx'
import type { BodyLine } from './bodyLines.ts'

type CodeBlockProps = {
  readonly copyLabel: string
  readonly text: string
  /** The same text by lines, some marked. */
  readonly lines?: readonly BodyLine[]
  readonly isWrapped?: boolean
}

/** Text as a machine has it, to read and to copy; it runs from the left in every language. */
export function CodeBlock({ copyLabel, text, lines, isWrapped = false }: CodeBlockProps) {
  return (
    <div className="devCode">
      <CopyButton value={text} label={copyLabel} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className="devPane" dir="ltr" tabIndex={0}>
        <pre {...(isWrapped && { className: 'devWrapped' })}>
          {lines
            ? lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: what was sent does not change
                <Line key={index} line={line} />
              ))
            : text}
        </pre>
      </div>
    </div>
  )
}

function Line({ line: { text, isMarked } }: { readonly line: BodyLine }) {
  return isMarked ? <mark>{text}</mark> : <span className="devLine">{text}</span>
}
