import { type Database, trusted } from '@wardtrack/database'
import type { Migration } from '@wardtrack/service-runtime'

/** Assets changed in one statement. */
const PAGE = 500
const CONNECTION = 'DeviceStatus'
const STATES = ['WifiStrength', CONNECTION, 'BatteryLevel', 'InfusionStatus']
const NEW_CONNECTIONS = [
  ['comm-status-silent', 'Silent'],
  ['comm-status-unknown', 'Unknown'],
] as const

/** Gives assets that were heard the time at which their silence is looked for, and names the new connections. */
export const timesOfSilence: Migration = {
  version: 7,
  title: 'silence is a state of assets',
  run: async ({ db }) => {
    await nameConnections(db)
    await timeAssets(db)
  },
}

async function nameConnections({ models }: Database): Promise<void> {
  const mapping = await models.metadata.findOne({ _id: 'mapping' })
  for (const [type, entries] of Object.entries(mapping?.types ?? {})) {
    const options = entries[CONNECTION]?.Options
    if (!options) continue
    const path = `types.${type}.${CONNECTION}.Options`
    const missing = NEW_CONNECTIONS.filter(([code]) => !Object.hasOwn(options, code))
    if (missing.length > 0)
      await models.metadata.updateOne(
        { _id: 'mapping' },
        { $set: Object.fromEntries(missing.map(([code, alias]) => [`${path}.${code}`, { alias }])) },
      )
  }
}

// driver: changes every asset that was heard, before the process serves requests
async function timeAssets({ driver }: Database): Promise<void> {
  const due = new Date()
  const isHeard = ['CurrentLocation.time', ...STATES.map((field) => `FieldTimes.${field}`)].map((path) => ({
    [path]: { $exists: true },
  }))
  for (;;) {
    const page = await driver.assets
      .find(trusted({ 'Silence.due': { $exists: false }, $or: isHeard }), { projection: { _id: 1 } })
      .limit(PAGE)
      .toArray()
    if (page.length === 0) return
    const ids = page.map(({ _id }) => _id)
    // driver: as above
    await driver.assets.updateMany({ _id: { $in: ids } }, { $set: { 'Silence.due': due } })
  }
}
