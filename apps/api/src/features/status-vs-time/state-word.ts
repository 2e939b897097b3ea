import { CHART_MEMBERS, type ChartMember, STATE_FAMILIES } from '@wardtrack/contracts'

/**
 * The states of an asset in one number, a few bits for each family: 0 while it reported none of the values that the chart
 * counts, else the place of the value in its family, from 1.
 */
export type StateWord = number

/** The bits of a family in a state word. */
type FamilyBits = { shift: number; mask: number; numbers: ReadonlyMap<string, number> }

const bitsOf = (values: number): number => Math.ceil(Math.log2(values + 1))

const FIELDS = new Map<string, FamilyBits>()
const MEMBERS = new Map<ChartMember, { mask: number; bits: number; field: string; value: string }>()
let width = 0
for (const { field, values } of Object.values(STATE_FAMILIES)) {
  const options = Object.entries(values) as [ChartMember, string][]
  const bits = bitsOf(options.length)
  const mask = ((1 << bits) - 1) << width
  FIELDS.set(field, {
    shift: width,
    mask,
    numbers: new Map(options.map(([, value], place) => [value, place + 1])),
  })
  for (const [place, [member, value]] of options.entries())
    MEMBERS.set(member, { mask, bits: (place + 1) << width, field, value })
  width += bits
}
/** How many different state words there can be. */
const WORDS = 1 << width

/** The state word after a field was reported; a value that the chart does not count takes its family away. */
export function withReport(word: StateWord, field: string, value: string): StateWord {
  const family = FIELDS.get(field)
  return family ? (word & ~family.mask) | ((family.numbers.get(value) ?? 0) << family.shift) : word
}

/** Whether an asset with a state word is counted by a member. */
export function isCountedBy(member: ChartMember, word: StateWord): boolean {
  const counted = MEMBERS.get(member)
  return counted !== undefined && (word & counted.mask) === counted.bits
}

/** Field and value that a member counts. */
export function countedState(member: ChartMember): { field: string; value: string } {
  const counted = MEMBERS.get(member)
  if (!counted) throw new Error(`${member} counts nothing`)
  return counted
}

/** Counts state words: each asset once, then each member over the few words that there are. */
export class StateCounts {
  private readonly words = new Uint32Array(WORDS)

  add(word: StateWord): void {
    this.words[word] = (this.words[word] ?? 0) + 1
  }

  /** How many have each value; undefined where nothing was ever reported. */
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
