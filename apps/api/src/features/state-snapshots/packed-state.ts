import { CHART_MEMBERS, type ChartMember, STATE_FAMILIES } from '@wardtrack/contracts'

/**
 * States of an asset in one number, a few bits per family of values. The bits are 0 while no counted value was
 * reported, otherwise the index of the value in its family, from 1.
 */
export type PackedState = number
/** Family and its new bits in a byte: the family's index above {@link NUMBER_BITS}, the value's below. */
export type StateChange = number

/** Bits of a family in a state word. */
type FamilyBits = { shift: number; mask: number }
type CountedBits = { mask: number; bits: number; field: string; value: string }

const NUMBER_BITS = 4
const NUMBER_MASK = (1 << NUMBER_BITS) - 1

const FAMILIES: FamilyBits[] = []
const CHANGES = new Map<string, Map<string, StateChange>>()
const COUNTED = new Map<ChartMember, CountedBits>()
let width = 0
for (const [family, { field, values }] of Object.values(STATE_FAMILIES).entries()) {
  const options = Object.entries(values) as [ChartMember, string][]
  const bits = Math.ceil(Math.log2(options.length + 1))
  const mask = ((1 << bits) - 1) << width
  FAMILIES.push({ shift: width, mask })
  const change = (number: number): StateChange => (family << NUMBER_BITS) | number
  // The empty text represents all values that the chart does not count.
  const changes: [string, StateChange][] = options.map(([, value], place) => [value, change(place + 1)])
  CHANGES.set(field, new Map([['', change(0)], ...changes]))
  for (const [place, [member, value]] of options.entries())
    COUNTED.set(member, { mask, bits: (place + 1) << width, field, value })
  width += bits
}
/** Number of different state words. */
const WORDS = 1 << width

/** Meaning of the bits of words and changes; data with another layout is not readable. */
export const STATE_LAYOUT = JSON.stringify([...CHANGES].map(([field, values]) => [field, ...values.keys()]))

/** Returns the change of a report; undefined for a field that the chart does not count. */
export function stateChange(field: string, value: string): StateChange | undefined {
  const changes = CHANGES.get(field)
  return changes?.get(value) ?? changes?.get('')
}

/** Returns the bits of a state word that a change sets. */
export const changedBits = (change: StateChange): number => FAMILIES[change >> NUMBER_BITS]?.mask ?? 0

/** Returns the state word after a change. */
export function withChange(word: PackedState, change: StateChange): PackedState {
  const family = FAMILIES[change >> NUMBER_BITS]
  return family ? (word & ~family.mask) | ((change & NUMBER_MASK) << family.shift) : word
}

/** Returns true if a member counts an asset with this state word. */
export function isCountedBy(member: ChartMember, word: PackedState): boolean {
  const counted = COUNTED.get(member)
  return counted !== undefined && (word & counted.mask) === counted.bits
}

/** Returns true if a member counts the asset after a change, false if not, undefined for changes of other fields. */
export function countsAfter(member: ChartMember, change: StateChange): boolean | undefined {
  const isOfField = (changedBits(change) & (COUNTED.get(member)?.mask ?? 0)) !== 0
  return isOfField ? isCountedBy(member, withChange(0, change)) : undefined
}

/** Returns the field whose values a member counts. */
export const countedField = (member: ChartMember): string => COUNTED.get(member)?.field ?? ''

/** Counter of state words: counts each asset once, then each member over the few distinct words. */
export class StateCounts {
  private readonly words = new Uint32Array(WORDS)

  add(word: PackedState): void {
    this.words[word] = (this.words[word] ?? 0) + 1
  }

  /** Returns the number of assets of each member. */
  members(): Record<ChartMember, number> {
    const counts = Object.fromEntries(CHART_MEMBERS.map((member) => [member, 0])) as Record<
      ChartMember,
      number
    >
    for (const [word, count] of this.words.entries())
      if (count > 0)
        for (const member of CHART_MEMBERS) if (isCountedBy(member, word)) counts[member] += count
    return counts
  }
}
