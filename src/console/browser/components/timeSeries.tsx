// Values over time as lines, and the same as a table for whoever does not see pictures.

import { Button, Group, Table, useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import UPlot from 'uplot'
import { type TimeFormats, useTimeFormats, useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'

export type TimeLine = {
  readonly label: string
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[]
  /** What it means; or of several that mean the same, which one it is. */
  readonly tone: 'bad' | 'brand' | 'good' | 'main' | 'quiet' | number
}

type TimeSeriesProps = {
  /** What it shows, in one sentence. */
  readonly label: string
  /** ISO 8601, oldest first. */
  readonly times: readonly string[]
  /** Whether each is a day, of UTC, and its hour says nothing. */
  readonly isDaily: boolean
  readonly lines: readonly TimeLine[]
  readonly format: (value: number) => string
  readonly height?: number
}

export function TimeSeries(props: TimeSeriesProps) {
  const say = useWords(shellWords)
  const [isTable, setIsTable] = useState(false)
  return (
    <div>
      {isTable ? <ValuesTable {...props} /> : <Picture {...props} />}
      <Group justify="flex-end" mt="xs">
        <Button size="compact-sm" variant="subtle" onClick={() => setIsTable(!isTable)}>
          {say(isTable ? 'asPicture' : 'asTable')}
        </Button>
      </Group>
    </div>
  )
}

function Picture({ label, times, isDaily, lines, format, height = 260 }: TimeSeriesProps) {
  const scheme = useComputedColorScheme('light')
  const formats = useTimeFormats()
  const timeTitle = useTimeTitle(isDaily)
  const { ref, width } = useElementSize()
  const place = useRef<HTMLDivElement>(null)
  const data = useMemo<UPlot.AlignedData>(
    () => [times.map(time => Date.parse(time) / 1_000), ...lines.map(({ values }) => [...values])],
    [times, lines],
  )
  useEffect(() => {
    if (!place.current || width === 0) return undefined
    const look = { lines, format, scheme, timeTitle, isDaily, ...timeTexts(formats, isDaily) }
    const plot = new UPlot({ ...optionsOf(look), width, height }, data, place.current)
    return () => plot.destroy()
  }, [data, lines, format, formats, isDaily, timeTitle, scheme, width, height])
  return (
    <div ref={ref} dir="ltr" role="img" aria-label={label} className="timeSeries">
      <div ref={place} />
    </div>
  )
}

function useTimeTitle(isDaily: boolean): string {
  const say = useWords(shellWords)
  return say(isDaily ? 'timeOfDays' : 'time')
}

type TimeTexts = {
  /** Below the picture, of where one points. */
  readonly timeText: (seconds: number) => string
  /** At the axis: the day where one begins, the hour elsewhere. */
  readonly markText: (seconds: number) => string
}

function timeTexts(formats: TimeFormats, isDaily: boolean): TimeTexts {
  const timeOf = (seconds: number) => new Date(seconds * 1_000)
  if (isDaily)
    return {
      timeText: seconds => formats.countedDay(timeOf(seconds)),
      markText: seconds => formats.shortCountedDay(timeOf(seconds)),
    }
  return {
    timeText: seconds => formats.short(timeOf(seconds)),
    markText(seconds) {
      const time = timeOf(seconds)
      const isMidnight = time.getHours() === 0 && time.getMinutes() === 0
      return isMidnight ? formats.shortDay(time) : formats.hour(time)
    },
  }
}

type LookOfPlot = Pick<TimeSeriesProps, 'format' | 'isDaily' | 'lines'> &
  TimeTexts & { readonly timeTitle: string; readonly scheme: 'dark' | 'light' }

function optionsOf(look: LookOfPlot): Omit<UPlot.Options, 'height' | 'width'> {
  const { lines, format, timeText, markText, timeTitle, scheme, isDaily } = look
  const { ink, grid, tones } = colours[scheme]
  const strokeOf = (tone: TimeLine['tone']) =>
    typeof tone === 'number' ? rowOf(scheme)[tone % rowLength] : tones[tone]
  const font = '12px system-ui, sans-serif'
  const axis = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } }
  // Whole numbers are marked by whole numbers.
  const isWhole = lines.every(({ values }) => values.every(value => value === null || value % 1 === 0))
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value)
  return {
    // Marks are where days begin.
    ...(isDaily && { tzDate: (seconds: number) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC') }),
    cursor: { points: { size: 7 }, drag: { x: false, y: false } },
    scales: { y: { range: (_, min, max) => [Math.min(0, min ?? 0), (max || 1) * 1.08] } },
    axes: [
      { ...axis, size: 32, grid: { show: false }, values: (_, marks) => marks.map(markText) },
      {
        ...axis,
        size: (_, marks) => 16 + 7 * Math.max(4, ...(marks ?? []).map(mark => mark.length)),
        values: (_, marks) => marks.map(shown),
        ...(isWhole && { incrs: wholeSteps }),
      },
    ],
    series: [
      { label: timeTitle, value: (_, seconds) => (seconds === null ? '' : timeText(seconds)) },
      ...lines.map(({ label, tone }) => ({
        ...{ label, stroke: strokeOf(tone) ?? ink, width: 2, spanGaps: false, points: { show: false } },
        ...(typeof tone === 'number' && tone >= rowLength && { dash: [6, 4] }),
        ...(tone === 'main' && { fill: `${tones.main}22` }),
        // Without a word where nobody points.
        value: ({ cursor }: UPlot, value: number | null) => (isPointed(cursor) ? shown(value) : ''),
      })),
    ],
  }
}

const isPointed = ({ idx }: UPlot.Cursor): boolean => idx !== null && idx !== undefined

const wholeSteps = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].flatMap(ten => [ten, 2 * ten, 5 * ten])

/** Beyond these, lines are dashed. */
const rowLength = 6
const rowOf = (scheme: 'dark' | 'light') =>
  scheme === 'light'
    ? ['#1f57c3', '#b06a08', '#17703f', '#b3261e', '#7a3fb0', '#0b7285']
    : ['#86b1ff', '#f2a33a', '#6fcf97', '#ff8a80', '#c9a2ff', '#5fd0e0']

/** A canvas cannot read the variables of a stylesheet. */
const colours = {
  light: {
    ...{ ink: '#56616f', grid: '#e3e7ec' },
    tones: { main: '#1f57c3', good: '#17703f', bad: '#b3261e', brand: '#b06a08', quiet: '#7b8694' },
  },
  dark: {
    ...{ ink: '#9fabba', grid: '#28323e' },
    tones: { main: '#86b1ff', good: '#6fcf97', bad: '#ff8a80', brand: '#f2a33a', quiet: '#98a5b5' },
  },
} as const

/** Newest first, as other lists. */
function ValuesTable({ label, times, isDaily, lines, format }: TimeSeriesProps) {
  const timeTitle = useTimeTitle(isDaily)
  const formats = useTimeFormats()
  const { timeText } = timeTexts(formats, isDaily)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keyboard
    <section className="valuesTable" tabIndex={0} aria-label={label}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{timeTitle}</Table.Th>
            {lines.map(line => (
              <Table.Th key={line.label} scope="col" ta="end">
                {line.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {times
            .map((time, index) => (
              <Table.Tr key={time}>
                <Table.Td>{timeText(Date.parse(time) / 1_000)}</Table.Td>
                {lines.map(({ label: name, values }) => (
                  <Table.Td key={name} ta="end">
                    {typeof values[index] === 'number' ? format(values[index]) : '–'}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))
            .reverse()}
        </Table.Tbody>
      </Table>
    </section>
  )
}
