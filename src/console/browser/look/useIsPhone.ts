import { useMediaQuery } from '@mantine/hooks'

/** Whether tables become cards, and the navigation hides behind a button. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
