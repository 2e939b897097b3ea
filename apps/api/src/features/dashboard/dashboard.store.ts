import { saveDocument } from '@wardtrack/access'
import type { StoredTile } from '@wardtrack/contracts'
import { type Database, revisionOf, type SettingDoc, settingId, Types } from '@wardtrack/database'

const [TYPE, SUB_TYPE] = ['Dashboard', 'Default'] as const
const DEFAULT = settingId(TYPE, SUB_TYPE)

/** What everyone begins with; without tiles while nobody set it. */
export type DefaultTiles = { tiles: readonly StoredTile[] | undefined; revision: string }

/** The stored layouts: those of people beside their other preferences, that for everyone among the settings. */
export function openDashboardStore({ models: { users, settings } }: Database) {
  const account = (userId: string) => ({ _id: new Types.ObjectId(userId) })
  const toDefault = (setting: SettingDoc | null): DefaultTiles => ({
    tiles: setting?.Fields['tiles'] as readonly StoredTile[] | undefined,
    revision: revisionOf(setting),
  })
  return {
    /** the tiles that a person has put in an order; undefined while they have what everyone begins with */
    readPersonal: async (userId: string): Promise<readonly StoredTile[] | undefined> =>
      (await users.findOne(account(userId)))?.preferences?.dashboard,
    savePersonal: async (userId: string, tiles: readonly StoredTile[]): Promise<void> => {
      await users.updateOne(account(userId), { $set: { 'preferences.dashboard': tiles } })
    },
    removePersonal: async (userId: string): Promise<void> => {
      await users.updateOne(account(userId), { $unset: { 'preferences.dashboard': 1 } })
    },
    default: async (): Promise<DefaultTiles> => toDefault(await settings.findOne({ _id: DEFAULT })),
    /**
     * Sets what everyone begins with; that of the product without tiles.
     * @param revision the one that the caller has seen; any when left out
     * @throws ApiError 409 when another revision is stored
     */
    saveDefault: async (
      tiles: readonly StoredTile[] | undefined,
      revision: string | undefined,
    ): Promise<DefaultTiles> => {
      const setting = { _id: DEFAULT, Type: TYPE, SubType: SUB_TYPE, Fields: tiles ? { tiles } : {} }
      return toDefault(await saveDocument<SettingDoc>(settings, setting, revision))
    },
  }
}
