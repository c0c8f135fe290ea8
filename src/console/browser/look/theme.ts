// The look of the console: the colours of the payers' pages and the mark, in the component library's terms.

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** From the wash to the darkest; 6 fills buttons on light, 5 on dark: white is readable on both. */
const gate: MantineColorsTuple = [
  ...(['#edf3ff', '#d8e5ff', '#b0cbff', '#86b1ff', '#5b92f5'] as const),
  ...(['#376fdf', '#1f57c3', '#17449b', '#123678', '#0d2757'] as const),
]
const good: MantineColorsTuple = [
  ...(['#e9f6ee', '#cfeadb', '#a3d9ba', '#6fcf97', '#3fae6f'] as const),
  ...(['#1e7f48', '#17703f', '#125a33', '#0d4627', '#08321b'] as const),
]
const bad: MantineColorsTuple = [
  ...(['#fdeeed', '#fad6d3', '#f6b0aa', '#ff8a80', '#e3574d'] as const),
  ...(['#cc3a31', '#b3261e', '#8f1d17', '#6e1611', '#4d0f0b'] as const),
]
const amber: MantineColorsTuple = [
  ...(['#fff3d6', '#ffe6b0', '#fbd386', '#f5bd5e', '#f2a33a'] as const),
  ...(['#d3841c', '#a8620d', '#8f3f0a', '#6b2f07', '#482005'] as const),
]
/** From the text of a dark page to its ground. */
const dark: MantineColorsTuple = [
  ...(['#e4e9f0', '#c3ccd8', '#98a5b5', '#758395', '#3a4654'] as const),
  ...(['#28323e', '#1e2732', '#151c25', '#0f141b', '#0b0f15'] as const),
]
const gray: MantineColorsTuple = [
  ...(['#f6f7f9', '#f0f2f6', '#e3e7ec', '#d3d9e1', '#b4bdc9'] as const),
  ...(['#7b8694', '#5a6675', '#414c5a', '#2a3441', '#17202b'] as const),
]

export const theme = createTheme({
  colors: { gate, good, bad, amber, dark, gray, red: bad, green: good, yellow: amber },
  primaryColor: 'gate',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '10px', xl: '16px' },
  fontFamily: [
    ...['system-ui', '-apple-system', '"Segoe UI"', 'Roboto', '"Helvetica Neue"', '"Noto Sans"'],
    ...['"Noto Sans Arabic"', 'sans-serif'],
  ].join(', '),
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  black: '#17202b',
  components: {
    // What is wrong with a field is said when it appears, wherever the focus is.
    InputWrapper: { defaultProps: { errorProps: { role: 'alert' } } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } } },
    // An element that only takes the focus is not an entry of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Badge: { defaultProps: { tt: 'none', variant: 'light' } },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
  },
})

/**
 * Sheets lie on a ground of another shade; quiet texts keep a contrast of 4.5 : 1 on both. Quiet buttons have
 * the colour of links, where the library's own would be nearly black on light and white on dark.
 */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#17202b',
    '--mantine-color-dimmed': '#56616f',
    '--mantine-color-placeholder': '#5a6675',
    '--mantine-color-default-border': '#d3d9e1',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#1f57c3',
    ...{ '--mantine-color-gate-light-color': gate[7], '--mantine-color-bad-light-color': bad[7] },
  },
  dark: {
    '--mantine-color-body': '#151c25',
    '--mantine-color-text': '#e4e9f0',
    '--mantine-color-dimmed': '#9fabba',
    '--mantine-color-placeholder': '#98a5b5',
    '--mantine-color-default': '#1b2430',
    '--mantine-color-default-hover': '#232e3b',
    '--mantine-color-default-border': '#35414f',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': '#86b1ff',
    ...{ '--mantine-color-gate-light-color': gate[2], '--mantine-color-bad-light-color': bad[3] },
    ...{ '--mantine-color-gate-light': '#1c2f4f', '--mantine-color-gate-light-hover': '#243c64' },
    ...{ '--mantine-color-bad-light': '#3a1a19', '--mantine-color-bad-light-hover': '#4a2120' },
  },
})
