import { StatusBadge, type Tone } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import { notificationWords } from '../words/notifications.ts'

export const deliveryStates = ['WAITING', 'DELIVERED', 'DEAD', 'GONE', 'NOWHERE', 'OFF'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Undefined for what the address has and nobody knows. */
export const deliveryStateOf = (text: string | undefined): DeliveryState | undefined =>
  deliveryStates.find(state => state === text)

export const toneOfDelivery: Readonly<Record<DeliveryState, Tone>> = {
  ...{ WAITING: 'wait', DELIVERED: 'good', DEAD: 'bad', GONE: 'bad', NOWHERE: 'plain', OFF: 'plain' },
}

/** A state of a newer release is shown by its name. */
export function DeliveryBadge({ state: text }: { readonly state: string }) {
  const say = useWords(notificationWords)
  const state = deliveryStateOf(text)
  if (!state) return <StatusBadge tone="plain">{text}</StatusBadge>
  return <StatusBadge tone={toneOfDelivery[state]}>{say(`state${state}`)}</StatusBadge>
}
