import type { Random } from '../random.ts'
import type { LocationTag } from './registry.types.ts'

const HEX = '0123456789ABCDEF'

function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => HEX[random.below(16)]).join('')
}

/** The number a tag carries is made from the asset's own place in the registry, so no two tags are alike. */
function unique(ordinal: number, digits: number): string {
  return ordinal.toString(16).toUpperCase().padStart(digits, '0')
}

/** "00:12:4B:7F:A0:3C" */
export function centrakTag(ordinal: number, random: Random): LocationTag {
  const bytes = `${hex(random, 2)}${unique(ordinal, 4)}`.match(/../g) ?? []
  return { Provider: 'centrak', TagId: ['00', '12', '4B', ...bytes].join(':'), IsPrimary: true }
}

/** "000CCC5F81E2" */
export function aeroscoutTag(ordinal: number, random: Random, isPrimary: boolean): LocationTag {
  return {
    Provider: 'aeroscout',
    TagId: `000CCC${hex(random, 2)}${unique(ordinal, 4)}`,
    IsPrimary: isPrimary,
  }
}

/** Most assets carry one tag, some a second one of the older system, and some only that. Exactly one is primary. */
export function tagsFor(ordinal: number, random: Random): LocationTag[] {
  const share = random.next()
  if (share < 0.62) return [centrakTag(ordinal, random)]
  if (share < 0.85) return [centrakTag(ordinal, random), aeroscoutTag(ordinal, random, false)]
  return [aeroscoutTag(ordinal, random, true)]
}
