import { CHART_MEMBERS, type ChartMember, STATE_FAMILIES } from '@wardtrack/contracts'

/**
 * The states of an asset in one number, a few bits for each family: 0 while it reported none of the values that the chart
 * counts, else the place of the value in its family, from 1.
 */
export type StateWord = number
/** A family and what its bits become, in a byte: the family's place above {@link NUMBER_BITS}, the value's below. */
export type StateChange = number

/** The bits of a family in a state word. */
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
  // The empty text stands for every value that the chart does not count.
  const changes: [string, StateChange][] = options.map(([, value], place) => [value, change(place + 1)])
  CHANGES.set(field, new Map([['', change(0)], ...changes]))
  for (const [place, [member, value]] of options.entries())
    COUNTED.set(member, { mask, bits: (place + 1) << width, field, value })
  width += bits
}
/** How many different state words there can be. */
const WORDS = 1 << width

/** What the bits of words and changes mean: two layouts that differ cannot read each other's. */
export const STATE_LAYOUT = JSON.stringify([...CHANGES].map(([field, values]) => [field, ...values.keys()]))

/** The change that a report makes; undefined for a field that the chart does not count. */
export function stateChange(field: string, value: string): StateChange | undefined {
  const changes = CHANGES.get(field)
  return changes?.get(value) ?? changes?.get('')
}

/** The bits of a state word that a change sets. */
export const changedBits = (change: StateChange): number => FAMILIES[change >> NUMBER_BITS]?.mask ?? 0

/** The state word after a change. */
export function withChange(word: StateWord, change: StateChange): StateWord {
  const family = FAMILIES[change >> NUMBER_BITS]
  return family ? (word & ~family.mask) | ((change & NUMBER_MASK) << family.shift) : word
}

/** Whether an asset with a state word is counted by a member. */
export function isCountedBy(member: ChartMember, word: StateWord): boolean {
  const counted = COUNTED.get(member)
  return counted !== undefined && (word & counted.mask) === counted.bits
}

/** Whether a change makes a member count the asset, or makes it not; undefined for changes of other fields. */
export function countsAfter(member: ChartMember, change: StateChange): boolean | undefined {
  const isOfField = (changedBits(change) & (COUNTED.get(member)?.mask ?? 0)) !== 0
  return isOfField ? isCountedBy(member, withChange(0, change)) : undefined
}

/** The field that a member counts values of. */
export const countedField = (member: ChartMember): string => COUNTED.get(member)?.field ?? ''

/** Counts state words: each asset once, then each member over the few words that there are. */
export class StateCounts {
  private readonly words = new Uint32Array(WORDS)

  add(word: StateWord): void {
    this.words[word] = (this.words[word] ?? 0) + 1
  }

  /** How many have each value. */
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
