import { isGeneratedPasswordInUse } from '@wardtrack/access'
import { SETUP_STEPS, type SetupStep, type SetupStepState } from '@wardtrack/contracts'
import { type Database, trusted } from '@wardtrack/database'

const skipId = (step: SetupStep): string => `setup-skipped/${step}`

/** Checks of each step against the data, so that steps completed in other ways count too. */
const isDone: Readonly<Record<SetupStep, (db: Database) => Promise<boolean>>> = {
  password: async (db) => !(await isGeneratedPasswordInUse(db)),
  privilege: async (db) => (await db.models.privileges.findOne({})) !== null,
  users: async (db) => (await db.models.users.findOne({ builtIn: trusted({ $ne: true }) })) !== null,
  key: async (db) =>
    (await db.models.ingestKeys.findOne({ revokedAt: trusted({ $exists: false }) })) !== null,
  map: async (db) => (await db.models.maps.findOne({})) !== null,
}

/** Reads the state of the set-up steps. */
export async function readSteps(db: Database): Promise<SetupStepState[]> {
  const ids = SETUP_STEPS.map(skipId)
  const skipped = new Set((await db.models.system.find({ _id: trusted({ $in: ids }) })).map(({ _id }) => _id))
  return Promise.all(
    SETUP_STEPS.map(async (step): Promise<SetupStepState> => {
      if (await isDone[step](db)) return { step, state: 'done' }
      return { step, state: skipped.has(skipId(step)) ? 'skipped' : 'open' }
    }),
  )
}

/** Postpones a step, or resumes it. */
export async function skipStep(db: Database, step: SetupStep, skipped: boolean): Promise<void> {
  const filter = { _id: skipId(step) }
  if (skipped) await db.models.system.updateOne(filter, { $set: { value: true } }, { upsert: true })
  else await db.models.system.deleteOne(filter)
}
