import type { Random } from '../random.ts'
import type { LocationTag } from './registry.types.ts'

const HEX = '0123456789ABCDEF'

function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => HEX[random.below(16)]).join('')
}

/** Returns a tag number derived from the asset's index in the registry, so that all tags differ. */
function unique(ordinal: number, digits: number): string {
  return ordinal.toString(16).toUpperCase().padStart(digits, '0')
}

/** Returns a tag in the format "00:12:4B:7F:A0:3C". */
export function centrakTag(ordinal: number, random: Random): LocationTag {
  const bytes = `${hex(random, 2)}${unique(ordinal, 4)}`.match(/../g) ?? []
  return { Provider: 'centrak', TagId: ['00', '12', '4B', ...bytes].join(':'), IsPrimary: true }
}

/** Returns a tag in the format "000CCC5F81E2". */
export function aeroscoutTag(ordinal: number, random: Random, isPrimary: boolean): LocationTag {
  return {
    Provider: 'aeroscout',
    TagId: `000CCC${hex(random, 2)}${unique(ordinal, 4)}`,
    IsPrimary: isPrimary,
  }
}

/**
 * Returns the tags of an asset. Most assets have one tag, some a second one of the older system, and some only that.
 * Exactly one is primary.
 */
export function tagsFor(ordinal: number, random: Random): LocationTag[] {
  const share = random.next()
  if (share < 0.62) return [centrakTag(ordinal, random)]
  if (share < 0.85) return [centrakTag(ordinal, random), aeroscoutTag(ordinal, random, false)]
  return [aeroscoutTag(ordinal, random, true)]
}
