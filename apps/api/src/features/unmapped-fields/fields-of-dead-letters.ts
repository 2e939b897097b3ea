import { messages, metadataName, type UnmappedField } from '@wardtrack/contracts'
import type { Database, DeadLetterDoc } from '@wardtrack/database'
import { parseStoredItem, visibleDeadLetters } from '@wardtrack/ingestion'
import type { Viewer } from '@wardtrack/patient-rule'
import { toSamples } from './samples.ts'

/** Maximum number of newest refused items that are read. */
const MAX_LETTERS = 100

/** Finds the fields that caused device states to be refused, with the sent values. */
export async function fieldsOfDeadLetters(db: Database, viewer: Viewer): Promise<UnmappedField[]> {
  const letters = await db.models.deadLetters
    .find({ endpoint: 'device-status', codes: 'validation' })
    .sort({ receivedAt: -1 })
    .limit(MAX_LETTERS)
  const visible = await visibleDeadLetters(db, letters, viewer)
  const values = new Map<string, { field: UnmappedField; values: unknown[] }>()
  for (const letter of letters) {
    const { assetType: type, receivedAt } = letter
    const name = unmappedName(letter)
    if (type === undefined || name === undefined || !visible.has(letter)) continue
    const key = `${type}/${name}`
    const known = values.get(key) ?? {
      field: { type, name, source: 'device-status', samples: [], lastSeenAt: receivedAt.toISOString() },
      values: [],
    }
    values.set(key, known)
    known.values.push(memberOf(parseStoredItem(letter), name))
  }
  return [...values.values()].map(({ field, values: sent }) => ({ ...field, samples: toSamples(sent) }))
}

function unmappedName({ errors, replayed }: DeadLetterDoc): string | undefined {
  if (replayed) return undefined
  const error = errors.find(({ message }) => message === messages.fieldNotMapped)
  return error && metadataName.safeParse(error.path).success ? error.path : undefined
}

const memberOf = (item: unknown, name: string): unknown =>
  typeof item === 'object' && item !== null && Object.hasOwn(item, name) ? Reflect.get(item, name) : undefined
