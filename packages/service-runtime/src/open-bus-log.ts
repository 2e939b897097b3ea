import { type Database, isDuplicateKey, trusted } from '@wardtrack/database'
import type { BusLog } from '@wardtrack/service-kit'

/** The log in the store by which processes without a Redis tell each other what happens. */
export function openBusLog(db: Database): BusLog {
  const { models } = db
  // driver: bytes are read as buffers, four times a second, and a model would look at every byte that is written
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
