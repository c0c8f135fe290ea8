// Whether what an operator writes about merchants and institutions fits into the messages of a dialect.

import type { PlacedGroup } from '../../platform/placedValues.ts'
import { shownValue } from '../../platform/shownValue.ts'
import { type Dialect, fieldNumbers } from '../iso8583/dialects/dialect.ts'
import { fitted, parseFormat } from '../iso8583/dialects/formats.ts'
import type { Meaning } from '../iso8583/dialects/meanings.ts'
import type { LinkSettings, MerchantIdentity } from './settings.ts'

/** Notes what does not fit; each line says what the message can hold. */
export function checkIdentity(group: PlacedGroup, identity: MerchantIdentity, dialect: Dialect): void {
  const { acceptor, terminals, category, name, city, country } = identity
  if (isWritable(group, 'acceptor', acceptor)) mustFit(group, 'acceptor', acceptor, dialect, 'acceptor')
  for (const terminal of terminals) {
    if (!isWritable(group, 'terminals', terminal)) continue
    if (terminal.length !== terminalCharacters)
      group.object('terminals', `${shownValue(terminal)} must have exactly ${terminalCharacters} characters`)
    else mustFit(group, 'terminals', terminal, dialect, 'terminal')
  }
  mustFit(group, 'category', category, dialect, 'category')
  const isNamed = isWritable(group, 'name', name) && isShort(group, 'name', name, nameCharacters)
  const isPlaced = isWritable(group, 'city', city) && isShort(group, 'city', city, cityCharacters)
  const nameAndPlace = `${name.padEnd(nameCharacters)}${city.padEnd(cityCharacters)}${country}`
  if (isNamed && isPlaced) mustFit(group, 'name', nameAndPlace, dialect, 'nameAndPlace')
}

/** As the standard lays out name and place. */
const nameCharacters = 25
const cityCharacters = 13
const terminalCharacters = 8

/** A dialect may have an institution of fewer digits, and may not do without a forwarder. */
export function checkInstitutions(
  group: PlacedGroup,
  { dialect, institution, forwarder }: LinkSettings,
): void {
  mustFit(group, 'institution', institution, dialect, 'institution')
  if (forwarder !== undefined) mustFit(group, 'forwarder', forwarder, dialect, 'forwarder')
  else if (needsForwarder(dialect))
    group.object('forwarder', `is missing: the dialect ${dialect.name} sends one with every question`)
}

function needsForwarder({ fields, asks }: Dialect): boolean {
  const isForwarder = (number: number) => fields[number]?.meaning === 'forwarder'
  return Object.values(asks).some(form => fieldNumbers(form?.send).some(isForwarder))
}

/** Messages have no umlauts and no other alphabets; what a payer reads on a statement is not ours to make. */
function isWritable(group: PlacedGroup, key: string, value: string): boolean {
  const strange = [...value].find(character => character < ' ' || character > '~')
  if (strange === undefined) return true
  group.object(
    key,
    `has "${strange}", which no message can carry: write ${shownValue(value)} with A to Z and digits`,
  )
  return false
}

function isShort(group: PlacedGroup, key: string, value: string, max: number): boolean {
  if (value.length <= max) return true
  group.object(key, `has ${value.length} characters, and messages have room for ${max}`)
  return false
}

function mustFit(group: PlacedGroup, key: string, value: string, dialect: Dialect, meaning: Meaning): void {
  const field = Object.entries(dialect.fields).find(([, form]) => form.meaning === meaning)
  if (!field) return
  const [number, { format }] = field
  if (fitted(parseFormat(format), value) === undefined)
    group.object(
      key,
      `${shownValue(value)} does not fit into field ${number} (${format}) of the dialect ${dialect.name}`,
    )
}
