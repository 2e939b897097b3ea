import { type Database, isDuplicateKey, trusted } from '@wardtrack/database'
import type { BusLog } from '@wardtrack/service-kit'

/** Opens the log in the store through which processes without a Redis exchange events. */
export function openBusLog(db: Database): BusLog {
  const { models } = db
  // driver: it reads bytes as buffers, four times a second; a model would check every written byte
  const { busMessages } = db.driver
  return {
    newest: async () => {
      const [newest] = await models.busMessages.find({}).select({ _id: 1 }).sort({ _id: -1 }).limit(1)
      return newest?._id ?? 0
    },
    append: async ({ number, origin, sealed }) => {
      try {
        await busMessages.insertOne({ _id: number, origin, sealed })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
    readFrom: async (number, limit) => {
      const found = busMessages.find({ _id: { $gte: number } }, { promoteBuffers: true })
      const docs = await found.sort({ _id: 1 }).limit(limit).toArray()
      return docs.map(({ _id, origin, sealed }) => ({ number: _id, origin, sealed }))
    },
    removeBefore: async (number) => {
      await models.busMessages.deleteMany({ _id: trusted({ $lt: number }) })
    },
  }
}
