import { type Database, trusted } from '@wardtrack/database'

/** Gives their depth to places that were stored before it was kept; safe to repeat. */
export async function addMissingDepths(db: Database): Promise<void> {
  await db.models.places.updateMany(
    { Depth: trusted({ $exists: false }) },
    [{ $set: { Depth: { $size: '$fullName' } } }],
    {
      updatePipeline: true,
    },
  )
}
