import { type Random, seededRandom, seedFor } from '../random.ts'
import { CATALOGUE, type CatalogueEntry, PIECES_IN_CATALOGUE } from './catalogue.ts'
import type { RegistryAsset } from './registry.types.ts'
import { tagsFor } from './tags.ts'

interface Slot {
  readonly entry: CatalogueEntry
  readonly number: number
}

/**
 * Returns category and number of the n-th piece. Whole catalogues follow each other, so the first 400 never change.
 */
function slotAt(index: number): Slot {
  const round = Math.floor(index / PIECES_IN_CATALOGUE)
  let remaining = index % PIECES_IN_CATALOGUE
  for (const entry of CATALOGUE) {
    if (remaining < entry.share) return { entry, number: entry.firstNumber + round * entry.share + remaining }
    remaining -= entry.share
  }
  throw new Error(`No catalogue entry for piece ${index}`)
}

/** Returns the slots of all pieces. Fewer pieces than a catalogue are spread over all categories. */
function slots(count: number): Slot[] {
  if (count >= PIECES_IN_CATALOGUE) return Array.from({ length: count }, (_, index) => slotAt(index))
  return Array.from({ length: count }, (_, index) =>
    slotAt(Math.floor((index * PIECES_IN_CATALOGUE) / count)),
  )
}

function isoDate(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** Returns half-yearly service dates around the given day. */
function service(random: Random, today: Date): { LastService: string; NextService: string } {
  const daysAgo = 3 + random.below(178)
  const last = new Date(today.getTime() - daysAgo * 86_400_000)
  return {
    LastService: last.toISOString().slice(0, 10),
    NextService: isoDate(last.getUTCFullYear(), last.getUTCMonth() + 6, last.getUTCDate()),
  }
}

function piece({ entry, number }: Slot, ordinal: number, random: Random, today: Date): RegistryAsset {
  const padded = String(number).padStart(4, '0')
  const year = 18 + random.below(6)
  const serial = String(entry.serialBase + number).padStart(6, '0')
  return {
    AssetType: 'Equipment',
    AssetId: `${entry.idPrefix}-${padded}`,
    AssetName: `${entry.name} ${padded}`,
    SerialNo: `${entry.serialPrefix}-${year}-${serial}`,
    PrimaryCategory: entry.category,
    Status: random.chance(0.04) ? 'Under repair' : 'In service',
    Model: random.pick(entry.models),
    ...(entry.software.length > 0 ? { Software: random.pick(entry.software) } : {}),
    ...(entry.drugLibraries.length > 0 ? { DrugLibrary: random.pick(entry.drugLibraries) } : {}),
    ...service(random, today),
    Owner: entry.owner,
    LocationTags: tagsFor(ordinal, random),
  }
}

/**
 * Returns the hospital's equipment, the same for the same seed. A longer list only adds to a shorter one of 400 or
 * more.
 */
export function equipment(count: number, seed: number, today: Date): RegistryAsset[] {
  return slots(count).map((slot, index) =>
    piece(slot, index, seededRandom(seedFor(seed, 'equipment', index)), today),
  )
}
