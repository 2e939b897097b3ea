import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, type LevelQuestion, type Levels } from '@wardtrack/contracts'
import { type Database, INTERNAL, settingId } from '@wardtrack/database'
import { type ServedCall, serve } from '@wardtrack/service-kit'

/** Rows 54 and 55: what the levels are called, and the values of one level. */
export function createLevelCalls({ db }: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  return [
    serve(calls.getLocationTitle)<Actor>(async () => ({ data: await levelTitles(db) })),
    serve(calls.getLocationOptionsByLevel)<Actor>(async ({ body }) => ({
      level: `Level_${body.wanted}`,
      options: await levelOptions(db, body),
    })),
  ]
}

async function levelTitles(db: Database): Promise<Levels> {
  const [deepest, setting] = await Promise.all([
    db.models.places.findOne({ provider: INTERNAL }).select({ Depth: 1 }).sort({ Depth: -1 }),
    db.models.settings.findOne({ _id: settingId('Location', 'Titles') }),
  ])
  const depth = deepest?.Depth ?? 0
  return Object.fromEntries(
    Array.from({ length: depth }, (_, index) => {
      const given: unknown = setting?.Fields[`Level_${index + 1}`]
      const title = typeof given === 'string' && given.trim() !== '' ? given : `Level ${index + 1}`
      return [`Level_${index + 1}`, title]
    }),
  )
}

/** Distinct values of a level among the places below what is chosen above it, sorted by code point. */
async function levelOptions(db: Database, { wanted, above }: LevelQuestion): Promise<string[]> {
  const deepest = above.at(-1)
  const values: unknown[] = await db.models.places.distinct(`fullName.${wanted - 1}`, {
    provider: INTERNAL,
    // The index holds each level's value whatever its level is: it narrows, and the conditions by level decide.
    ...(deepest ? { fullName: deepest.value } : {}),
    ...Object.fromEntries(above.map(({ level, value }) => [`fullName.${level - 1}`, value])),
  })
  return values.filter((value) => typeof value === 'string')
}
